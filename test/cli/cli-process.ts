import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const launcher = join(import.meta.dirname, '..', '..', 'build', 'cli.mjs');

/** What one run of the terminal ended with. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that goes on. */
export interface Run {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  readonly stderr: () => string;
  kill(signal: NodeJS.Signals): void;
  /** Closes the reading end of its stdout, as `| head` does. */
  closeOutput(): void;
}

/** Starts the terminal as a person would, with a home of its own and no terminal to ask on. */
export function startCli(home: string, args: readonly string[]): Run {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { ...process.env, HOME: home, GREENROOM_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return {
    pid: child.pid ?? 0,
    ended,
    stderr: () => stderr,
    kill: (signal) => child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
  };
}

/** Runs the terminal to its end. */
export function runCli(home: string, ...args: readonly string[]): Promise<Ended> {
  return startCli(home, args).ended;
}

/** A home that is deleted when the test is over. */
export async function withHome<T>(body: (home: string) => Promise<T>): Promise<T> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'greenroom-cli-')));
  try {
    return await body(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
