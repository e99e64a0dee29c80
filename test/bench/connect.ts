import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Supervisor, type ServerSpec } from '../../main/servers/supervisor.js';
import type { Bench, BenchContext, BenchReport } from './report.js';

const standardRounds = 5;
/** The same server twice: many servers are often several of one kind. */
const kinds = ['everything', 'filesystem', 'memory', 'sequential-thinking', 'everything', 'filesystem', 'memory', 'sequential-thinking'];

/** Starts real servers all at once, and each of them alone; `npm run bench -- connect [rounds]`. */
export const bench: Bench = {
  what: `${kinds.length} real servers started in parallel against the slowest of them alone, from launch to the end of tools/list`,
  needsWindow: false,
  run,
};

interface Round {
  readonly parallelMs: number;
  readonly slowestAloneMs: number;
  readonly sumAloneMs: number;
}

async function run(context: BenchContext): Promise<BenchReport> {
  const rounds: Round[] = [];
  // The first round fills the file caches and is not counted.
  const count = Math.max(1, Number(context.args[0]) || standardRounds);
  for (let n = 0; n <= count; n++) {
    const round = await measure(context);
    context.say(
      `${n === 0 ? 'warm-up' : `round ${n} of ${count}`}: together ${round.parallelMs} ms, slowest alone ${round.slowestAloneMs} ms`,
    );
    if (n > 0) rounds.push(round);
  }
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  return {
    rows: [
      { measure: `${kinds.length} servers in parallel, all ready`, value: of((round) => round.parallelMs), unit: 'ms' },
      { measure: 'the slowest of them alone', value: of((round) => round.slowestAloneMs), unit: 'ms' },
      { measure: 'all of them one after the other', value: of((round) => round.sumAloneMs), unit: 'ms' },
      { measure: 'parallel / slowest alone', value: rounded(of((round) => round.parallelMs / round.slowestAloneMs)), unit: '×' },
      {
        measure: 'parallel / one after the other',
        value: rounded(of((round) => round.parallelMs / round.sumAloneMs)),
        unit: '×',
        limit: 1,
      },
    ],
    notes: [
      `Medians of ${count} rounds after one that is not counted. Node's own start is the larger part, so the first ratio is bound by cores.`,
    ],
  };
}

async function measure({ root, env }: BenchContext): Promise<Round> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'greenroom-bench-')));
  const supervisor = new Supervisor({
    clientInfo: { name: 'greenroom-bench', version: '1.0.0' },
    // Asking the login shell is done once in the life of the app, and is no part of a server's start.
    appEnv: env,
    loginPath: () => Promise.resolve(null),
    stateDir: path.join(folder, 'state'),
    workspace: folder,
    onChange: () => undefined,
    onToolsChanged: () => undefined,
  });
  const specs = kinds.map((kind, n) => specOf(root, folder, kind, n));
  try {
    const alone: number[] = [];
    for (const spec of specs) alone.push(await timed(supervisor, [spec]));
    const parallelMs = await timed(supervisor, specs);
    return { parallelMs, slowestAloneMs: Math.max(...alone), sumAloneMs: alone.reduce((sum, ms) => sum + ms, 0) };
  } finally {
    await supervisor.stopAll({ force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(supervisor: Supervisor, specs: readonly ServerSpec[]): Promise<number> {
  const began = performance.now();
  await supervisor.startAll(specs);
  const ms = Math.round(performance.now() - began);
  const missing = specs.find(({ name }) => supervisor.status(name)?.state.kind !== 'ready');
  if (missing !== undefined)
    throw new Error(`${missing.name} did not become ready: ${JSON.stringify(supervisor.status(missing.name)?.state)}`);
  await supervisor.stopAll();
  return ms;
}

function specOf(root: string, folder: string, kind: string, n: number): ServerSpec {
  const script = path.join(root, 'node_modules', '@modelcontextprotocol', `server-${kind}`, 'dist', 'index.js');
  const args = kind === 'filesystem' ? [script, folder] : [script];
  const env = { MEMORY_FILE_PATH: path.join(folder, `memory-${n}.json`) };
  return { name: `${kind}-${n}`, definition: { transport: 'stdio', command: process.execPath, args, env } };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
