import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron as electron } from '@playwright/test';
import type { Bench, BenchContext } from './report.js';

const rounds = 7;
const entries = 20;

const bareMain = `import { app, BrowserWindow } from 'electron';
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true, contextIsolation: true } });
  window.once('ready-to-show', () => window.show());
  window.loadURL('data:text/html,<p id="drawn">bare</p>');
});
`;

/** An Electron app that shows one paragraph: what no app can be faster than. */
async function writeBareApp(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', version: '1.0.0', type: 'module', main: 'main.js' }));
  await writeFile(join(folder, 'main.js'), bareMain);
  return folder;
}

/** A workspace with many entries, none of them trusted: cards to draw, no process to wait for. */
async function writeWorkspace(folder: string): Promise<string> {
  await mkdir(join(folder, '.greenroom'), { recursive: true });
  const servers = Object.fromEntries(
    Array.from({ length: entries }, (_, at) => [`server-${String(at)}`, { command: 'node', args: [`${String(at)}.js`] }]),
  );
  await writeFile(join(folder, '.greenroom', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  return folder;
}

async function millisecondsUntil(
  selector: string,
  args: readonly string[],
  executablePath: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const started = performance.now();
  const app = await electron.launch({ executablePath, args: [...sandbox, ...args], env: env as Record<string, string> });
  try {
    await (await app.firstWindow()).waitForSelector(selector);
    return performance.now() - started;
  } finally {
    await app.close();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(
  { root, env, electron: executable = '', say }: BenchContext,
  home: string,
): Promise<{ bare: number[]; ours: number[] }> {
  const bareApp = await writeBareApp(join(home, 'bare'));
  const workspace = await writeWorkspace(join(home, 'project'));
  const own = { ...env, HOME: home, GREENROOM_HOME: home };
  const bare: number[] = [];
  const ours: number[] = [];
  // In turn, so that a machine that slows down slows both; the first round warms the caches and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const bareMs = await millisecondsUntil('#drawn', [bareApp], executable, own);
    const oursMs = await millisecondsUntil('article', [root, workspace], executable, own);
    say(`round ${String(round)}: bare ${bareMs.toFixed(0)} ms, Greenroom ${oursMs.toFixed(0)} ms`);
    if (round === 0) continue;
    bare.push(bareMs);
    ours.push(oursMs);
  }
  return { bare, ours };
}

export const bench: Bench = {
  what: `from launch to a window with ${String(entries)} server cards, against a bare Electron window`,
  needsWindow: true,
  async run(context) {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'greenroom-bench-')));
    try {
      const { bare, ours } = await measure(context, home);
      const ratios = ours.map((ms, at) => ms / (bare[at] ?? Number.NaN));
      return {
        rows: [
          { measure: 'bare Electron window, median', value: Math.round(median(bare)), unit: 'ms' },
          { measure: 'Greenroom with cards, median', value: Math.round(median(ours)), unit: 'ms' },
          { measure: 'Greenroom / bare, median of pairs', value: Number(median(ratios).toFixed(2)), unit: '×' },
        ],
        notes: [`${String(rounds)} pairs after one that is not counted. Both are driven by Playwright, which adds the same time to each.`],
      };
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};
