import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, isAlive, markedProcesses, test, type Running } from './greenroom-app.js';
import { writeConfig } from './real-servers.js';

const servers = join(import.meta.dirname, '..', 'servers');

/** No fixed size: the window uses the remembered one. */
const remembered = { size: '' };

const sizeOf = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());

async function projectWith(home: string, name: string, fixture: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  const proof = join(home, `${name}.proof`);
  const entry = { command: process.execPath, args: [join(servers, fixture)], env: { FIXTURE_FILE: proof } };
  await writeConfig(folder, JSON.stringify({ mcpServers: { helper: entry } }));
  return folder;
}

async function trust(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Trust and start 1 server' }).click();
  await expect(page.getByRole('article', { name: 'Server helper: Ready' })).toBeVisible();
}

/** Starts the program a second time for the same home, as a person would from a menu; resolves when it has ended. */
async function launchAgain({ app }: Running, home: string, folder: string): Promise<void> {
  const program = await app.evaluate(() => process.execPath);
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...sandbox, join(servers, '..', '..'), folder], {
    env: { ...process.env, HOME: home, GREENROOM_HOME: home },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.once('close', resolve));
}

test('the window comes back as large as it was, also after Quit from the menu', async ({ greenroom }) => {
  const first = await greenroom.launch(remembered);
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 40, width: 1010, height: 660 }));
  await expect.poll(() => sizeOf(first.app)).toEqual({ x: 60, y: 40, width: 1010, height: 660 });
  await first.quit();
  const second = await greenroom.launch(remembered);
  expect(await sizeOf(second.app)).toEqual({ x: 60, y: 40, width: 1010, height: 660 });
});

test('settings that cannot be read start anew instead of keeping the app from starting', async ({ greenroom }) => {
  const folder = join(greenroom.home, '.greenroom', 'desktop');
  await mkdir(folder, { recursive: true });
  for (const text of ['{ "theme": ', '{ "theme": "purple", "window": 7 }']) {
    await writeFile(join(folder, 'settings.json'), text);
    const { page, quit } = await greenroom.launch(remembered);
    await expect(page.getByRole('button', { name: /Open a folder/ })).toBeVisible();
    await page.evaluate(() => window.greenroom.invoke('app.setTheme', { theme: 'light' }));
    await quit();
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toMatchObject({ theme: 'light' });
  }
});

test('a second start opens its folder in the window that is there', async ({ greenroom }) => {
  const running = await greenroom.launch();
  const folder = await projectWith(greenroom.home, 'second', 'touches-a-file.mjs');
  await launchAgain(running, greenroom.home, folder);
  await expect(running.page.getByRole('alertdialog')).toBeVisible();
  expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await running.page.evaluate(() => window.greenroom.invoke('app.snapshot', {}))).toMatchObject({
    value: { workspace: { path: folder, trusted: false } },
  });
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} stops the servers, then the app ends with code 0`, async ({ greenroom }) => {
    const folder = await projectWith(greenroom.home, 'project', 'touches-a-file.mjs');
    const { app, page, pid } = await greenroom.launch({ folder });
    await trust(page);
    expect(await markedProcesses(greenroom.home)).toHaveLength(1);
    const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
    process.kill(pid, signal);
    expect(await ended).toBe(0);
    expect(await markedProcesses(greenroom.home)).toEqual([]);
  });
}

test('closing the window ends the app, or leaves the servers running where the person chose so', async ({ greenroom }) => {
  const folder = await projectWith(greenroom.home, 'project', 'touches-a-file.mjs');
  const settings = join(greenroom.home, '.greenroom', 'desktop', 'settings.json');
  const first = await greenroom.launch({ folder });
  await trust(first.page);
  await first.page.close();
  await expect.poll(() => isAlive(first.pid)).toBe(false);
  expect(await markedProcesses(greenroom.home)).toEqual([]);

  const saved: unknown = JSON.parse(await readFile(settings, 'utf8'));
  await writeFile(settings, JSON.stringify({ ...(saved as object), keepRunning: true }));
  const second = await greenroom.launch();
  await expect(second.page.getByRole('article', { name: 'Server helper: Ready' })).toBeVisible();
  await second.page.close();
  await expect.poll(() => second.app.windows().length).toBe(0);
  expect(await markedProcesses(greenroom.home)).toHaveLength(1);
  await launchAgain(second, greenroom.home, folder);
  await expect.poll(() => second.app.windows().length).toBe(1);
  await expect(
    second.app.windows()[0]?.getByRole('article', { name: 'Server helper: Ready' }) ?? second.page.locator('none'),
  ).toBeVisible();
});
