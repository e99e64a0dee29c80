import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, isAlive, markedProcesses, pictures, test, type Running } from './greenroom-app.js';
import { realEntry, realServerNames, toolsByPlainClient, writeConfig } from './real-servers.js';

const card = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(`^Server ${name}:`) });

async function writeRealConfig(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const entries = await Promise.all(realServerNames.map(async (name) => `    "${name}": ${JSON.stringify(await realEntry(name, folder))}`));
  return writeConfig(folder, `{\n  // Kept through every edit.\n  "mcpServers": {\n${entries.join(',\n')},\n  },\n}\n`);
}

/** The system's folder dialog is the one thing that Playwright cannot press. */
async function answerFolderDialog({ app }: Running, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, folder);
}

async function trustAndWait(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Trust and start 4 servers' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  for (const name of realServerNames) await expect(card(page, name)).toHaveAccessibleName(`Server ${name}: Ready`);
}

async function listedTools(page: Page, server: string): Promise<string[]> {
  const reply = await page.evaluate((name) => window.greenroom.invoke('tools.list', { server: name }), server);
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value.tools.map((tool) => tool.name).sort();
}

async function pidOf(page: Page, server: string): Promise<number> {
  const reply = await page.evaluate(() => window.greenroom.invoke('app.snapshot', {}));
  const pid = reply.ok ? reply.value.servers.find(({ name }) => name === server)?.health?.pid : undefined;
  if (pid === undefined) throw new Error(`${server} has no process`);
  return pid;
}

test('first run to quit: open, agree, run a tool, see a crash, restart, disable, and leave nothing behind', async ({ greenroom }) => {
  const folder = join(greenroom.home, 'project');
  const config = await writeRealConfig(folder);
  const running = await greenroom.launch();
  const { page } = running;

  await test.step('the first screen offers a folder', async () => {
    await expect(page.getByRole('button', { name: /Open a folder/ })).toBeVisible();
    await pictures(running, 'first-run');
    await answerFolderDialog(running, folder);
    await page.getByRole('button', { name: /Open a folder/ }).click();
  });

  await test.step('nothing runs before the yes', async () => {
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await markedProcesses(greenroom.home)).toEqual([]);
    await pictures(running, 'trust');
    await page.getByRole('button', { name: 'Open without servers' }).click();
    for (const name of realServerNames) await expect(card(page, name)).toHaveAccessibleName(`Server ${name}: Untrusted folder`);
    await pictures(running, 'servers-untrusted');
    expect(await markedProcesses(greenroom.home)).toEqual([]);
    await page.getByRole('button', { name: 'Review and trust…' }).click();
  });

  await test.step('four cards are ready, with the tools that a plain client lists', async () => {
    await trustAndWait(page);
    for (const name of realServerNames) expect(await listedTools(page, name)).toEqual(await toolsByPlainClient(name, folder));
    await expect(page.getByText(/^4 of 4 servers ready, \d+ tools$/)).toBeVisible();
    await pictures(running, 'servers-ready');
  });

  await test.step('create_directory asks in TRUST, then the directory exists', async () => {
    await page.evaluate(() => window.greenroom.invoke('app.setMode', { mode: 'TRUST' }));
    await card(page, 'filesystem')
      .getByRole('button', { name: /^Tools/ })
      .click();
    await page.getByRole('searchbox').fill('create directory');
    await page
      .getByRole('option', { name: /create_directory/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: /path/ }).fill(join(folder, 'drafts'));
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('TRUST: the name contains create').first()).toBeVisible();
    await pictures(running, 'approval');
    await expect(stat(join(folder, 'drafts'))).rejects.toThrow();
    await page
      .getByRole('button', { name: /Allow once/ })
      .first()
      .click();
    await expect
      .poll(() =>
        stat(join(folder, 'drafts')).then(
          (found) => found.isDirectory(),
          () => false,
        ),
      )
      .toBe(true);
    await expect(page.getByText(/Successfully created directory/).first()).toBeVisible();
    await pictures(running, 'tools');
  });

  await test.step('kill -9 turns the card to failed, with signal and stderr', async () => {
    await page.getByRole('button', { name: /^Servers/ }).click();
    process.kill(await pidOf(page, 'memory'), 'SIGKILL');
    await expect(card(page, 'memory')).toHaveAccessibleName('Server memory: Failed');
    await expect(card(page, 'memory')).toContainText('SIGKILL');
    await expect(card(page, 'memory').getByRole('log')).toContainText('running on stdio');
    await pictures(running, 'servers-failed');
    await card(page, 'memory').getByRole('button', { name: 'Restart' }).click();
    await expect(card(page, 'memory')).toHaveAccessibleName('Server memory: Ready');
  });

  await test.step('Disable writes into the file and keeps its comments', async () => {
    await page.getByRole('button', { name: 'More for memory' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(card(page, 'memory')).toHaveAccessibleName('Server memory: Disabled');
    const text = await readFile(config, 'utf8');
    expect(text).toContain('"disabled": true');
    expect(text).toContain('// Kept through every edit.');
  });

  await test.step('a reload of the window loses nothing', async () => {
    await page.reload();
    await expect(card(page, 'everything')).toHaveAccessibleName('Server everything: Ready');
    await expect(card(page, 'memory')).toHaveAccessibleName('Server memory: Disabled');
  });

  await test.step('quitting leaves no process', async () => {
    const pids = await markedProcesses(greenroom.home);
    expect(pids.length).toBeGreaterThanOrEqual(3);
    await running.quit();
    for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await markedProcesses(greenroom.home)).toEqual([]);
  });
  await rm(folder, { recursive: true, force: true });
});
