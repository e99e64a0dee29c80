import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, _electron as electron, expect, type ElectronApplication, type Page } from '@playwright/test';

/** How one launch differs from the usual one. */
export interface LaunchOptions {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** CSS pixels, `WIDTHxHEIGHT`. */
  readonly size?: string;
}

/** The running app and its window. */
export interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly pid: number;
  /** Everything the app wrote to its own stderr. */
  readonly stderr: () => string;
  /** Quits as a person would, and waits until the process is gone. */
  quit(): Promise<void>;
}

/** What a test gets: a home of its own and the means to launch the app in it. */
export interface Greenroom {
  readonly home: string;
  /** The console errors so far, taken off the list that must be empty at the end: for a test that provokes one. */
  takeFaults(): string[];
  launch(options?: LaunchOptions): Promise<Running>;
}

const repository = join(import.meta.dirname, '..', '..');

/** Pids whose environment names this home: the app and everything that it started. */
export async function processesOf(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => environments[index]?.includes(`HOME=${home}\0`)).map(Number);
}

/** Pids of servers that the app of this home started: they carry Greenroom's marker. */
export async function markedProcesses(home: string): Promise<number[]> {
  const pids = await processesOf(home);
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${String(pid)}/environ`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => environments[index]?.includes('GREENROOM_MARKER='));
}

/** True while a process of that id exists and has not ended. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

/** Console errors that are none of the page's: what Chromium says of a machine without a desktop. */
const isNoise = (text: string): boolean => /Failed to connect to the bus|gpu|dbus/i.test(text);

async function launchApp(home: string, faults: string[], { folder, env = {}, size = '1280x800' }: LaunchOptions): Promise<Running> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await electron.launch({
    args: [...sandbox, repository, ...(folder === undefined ? [] : [folder])],
    cwd: repository,
    env: { ...(process.env as Record<string, string>), HOME: home, GREENROOM_HOME: home, GREENROOM_WINDOW: size, ...env },
  });
  let errors = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // On the context, so that nothing of a page's first moments is missed.
  app.context().on('console', (message) => {
    if (message.type() === 'error' && !isNoise(message.text())) faults.push(message.text());
  });
  app.context().on('weberror', (error) => faults.push(String(error.error())));
  const page = await app.firstWindow();
  await page.waitForFunction(() => document.querySelector('.app') !== null && document.querySelector('.loading') === null);
  const pid = app.process().pid ?? 0;
  const quit = async (): Promise<void> => {
    await app.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  };
  return { app, page, pid, stderr: () => errors, quit };
}

/** Launches the real app in a home of its own; fails on any console error, and on any process that is left. */
export const test = base.extend<{ greenroom: Greenroom }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  greenroom: async ({}, use) => {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'greenroom-e2e-')));
    const faults: string[] = [];
    const running: Running[] = [];
    await use({
      home,
      takeFaults: () => faults.splice(0),
      launch: async (options = {}) => {
        const launched = await launchApp(home, faults, options);
        running.push(launched);
        return launched;
      },
    });
    for (const { pid, quit } of running) if (await isAlive(pid)) await quit();
    await expect.poll(() => processesOf(home), { message: 'processes left behind', timeout: 30_000 }).toEqual([]);
    await rm(home, { recursive: true, force: true });
    expect(faults, 'console errors and policy violations').toEqual([]);
  },
});

/** Saves what the window shows under `test-results/screens/`. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(repository, 'test-results', 'screens', `${name}.png`), animations: 'disabled' });
}

/** The same screen in both themes and both sizes: four pictures. */
export async function pictures({ app, page }: Running, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [720, 480],
  ] as const) {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height), {
      width,
      height,
    });
    await page.waitForFunction((size) => window.innerWidth === size.width && window.innerHeight === size.height, { width, height });
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate((wanted) => window.greenroom.invoke('app.setTheme', { theme: wanted }), theme);
      await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme);
      await picture(page, `${name}-${theme}-${String(width)}`);
    }
  }
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  await page.waitForFunction(() => window.innerWidth === 1280);
}

export { expect };
