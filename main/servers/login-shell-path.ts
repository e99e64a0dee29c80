import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { limits } from '../limits.js';
import { fileKind } from './launch.js';
import { markerVariable } from './process-table.js';
import { ProcessTree } from './process-tree.js';

/** How the login shell is asked. */
export interface LoginShell {
  /** `$SHELL`; anything but the absolute path of a program is not asked. */
  readonly shell: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** `limits.loginShellMs` unless given. */
  readonly timeoutMs?: number;
}

const begin = '<<greenroom-path<<';
const end = '>>greenroom-path>>';
/** Fixed text, the same in sh, bash, zsh and fish: no value of anybody ever becomes part of it. */
const script = `echo '${begin}'; printenv PATH; echo '${end}'`;
/** Start files that print more than this are given up. */
const mostOutput = 1_024 * 1_024;

/**
 * The PATH that a terminal would have: asks the login shell, whose start files set it. Costs as much as opening a
 * terminal, so ask once and keep the answer. Never rejects.
 * @returns null on Windows, without a usable shell, and when the shell does not answer in time.
 */
export async function loginShellPath({ shell, env, platform, timeoutMs = limits.loginShellMs }: LoginShell): Promise<string | null> {
  if (platform === 'win32' || shell === undefined || !path.isAbsolute(shell) || fileKind(shell) !== 'executable') return null;
  // the marker proves what start files have started, should they hang
  const marker = `login-shell.${randomUUID()}`;
  const tree = new ProcessTree({ root: undefined, known: [], ownsMarker: (value) => value === marker }, platform);
  let child: ChildProcess;
  try {
    child = spawn(shell, ['-ilc', script], {
      env: { ...env, [markerVariable]: marker },
      // nothing to read: a start file that asks a question gets the end of the file
      stdio: ['ignore', 'pipe', 'ignore'],
      // a session of its own: an interactive shell must not take the terminal of ours
      detached: true,
    });
  } catch {
    return null;
  }
  const recorded = child.pid === undefined ? undefined : tree.recordRoot(child.pid);
  const output = await outputOf(child, timeoutMs);
  await recorded;
  // out of time, with all that its start files have started; after an ordinary end, agents that they started stay
  if (child.exitCode === null && child.signalCode === null) await tree.signal('SIGKILL').catch(() => undefined);
  child.stdout?.destroy();
  return pathIn(output);
}

/** What the shell printed until it ended, or until its time was up. */
async function outputOf(child: ChildProcess, timeoutMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    // a process that a start file left in the background may hold the pipe open: answer and end of the shell are enough
    const check = (): void => {
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (isOver && Buffer.concat(chunks).includes(end)) done();
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) return done();
      chunks.push(chunk);
      check();
    });
    child.once('exit', check);
    child.once('error', done);
    child.once('close', done);
  });
  return Buffer.concat(chunks).toString('utf8');
}

/** The text between the marks, whatever start files printed around them. */
function pathIn(output: string): string | null {
  const from = output.lastIndexOf(begin);
  const to = output.indexOf(end, from);
  if (from < 0 || to < 0) return null;
  const found = output.slice(from + begin.length, to).trim();
  return found === '' || found.includes('\n') ? null : found;
}
