import type { ChildProcess, ChildProcessWithoutNullStreams, SpawnOptions } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import spawn from 'cross-spawn';
import { LaunchError } from './launch-error.js';
import { resolveCommand, type FileKind } from './resolve-command.js';

/** What is needed to start one process. */
export interface LaunchOrder {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
}

/** Which kind of thing stands at a path, for this person. */
export function fileKind(file: string): FileKind {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return 'directory';
    accessSync(file, constants.X_OK);
    return 'executable';
  } catch (error) {
    return errorCode(error) === 'EACCES' ? 'file' : 'missing';
  }
}

/**
 * Starts a process with pipes and without a shell; on POSIX as leader of a group and session of its own. Returns in the
 * same turn of the event loop, before it is known whether the start succeeds: wait for `launched`.
 * @throws LaunchError when the command or the working directory is not there.
 */
export function spawnServer(order: LaunchOrder, platform: NodeJS.Platform = process.platform): ChildProcessWithoutNullStreams {
  checkWorkingDirectory(order.cwd);
  const file = findCommand(order, platform);
  const options: SpawnOptions = {
    cwd: order.cwd,
    env: { ...order.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    // on Windows this would open a console window instead
    detached: platform !== 'win32',
    windowsHide: true,
  };
  try {
    // cross-spawn quotes for `.cmd` and `.bat` files on Windows; elsewhere it is plain spawn (PITFALLS P2)
    return withPipes(spawn(file, order.args, options));
  } catch (error) {
    throw launchError(order.command, file, error);
  }
}

/** Resolves when the process runs. @throws LaunchError when the system refused to start it. */
export async function launched(child: ChildProcess, command: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(launchError(command, child.spawnfile, error)));
  });
}

function withPipes(child: ChildProcess): ChildProcessWithoutNullStreams {
  // `stdio` above asks for three pipes; the types of cross-spawn do not tell
  return child as ChildProcessWithoutNullStreams;
}

function checkWorkingDirectory(cwd: string): void {
  const kind = fileKind(cwd);
  if (kind === 'directory') return;
  const why = kind === 'missing' ? 'does not exist' : 'is not a folder';
  throw new LaunchError({
    code: 'bad-working-directory',
    headline: `The working folder "${cwd}" ${why}.`,
    hint: 'Create it, or change "cwd" of the entry.',
  });
}

function findCommand({ command, cwd, env }: LaunchOrder, platform: NodeJS.Platform): string {
  const found = resolveCommand(command, {
    path: variable(env, 'PATH', platform),
    pathExt: variable(env, 'PATHEXT', platform),
    cwd,
    platform,
    exists: fileKind,
  });
  if (found.ok) return found.value;
  throw new LaunchError(found.problem);
}

/** Names of variables have no case on Windows, where PATH is mostly written `Path`. */
function variable(env: Readonly<Record<string, string>>, name: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return env[name] ?? '';
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
}

function launchError(command: string, file: string, error: unknown): LaunchError {
  const code = errorCode(error);
  const cause = { cause: error };
  if (code === 'ENOENT') {
    const headline = `"${file}" is there, but the program named in its first line (#!) was not found.`;
    return new LaunchError({ code: 'command-not-found', headline, hint: 'Install that program, or name it as "command".' }, cause);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const headline = `The system refused to run "${file}" (${code}).`;
    return new LaunchError({ code: 'permission-denied', headline, hint: 'Check its permissions and those of its interpreter.' }, cause);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new LaunchError({ code: 'spawn-error', headline: `"${command}" could not be started: ${reason}`, hint: '' }, cause);
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
