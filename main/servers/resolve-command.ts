import path from 'node:path';
import type { Result } from '../../preload/contract/problem.js';
import type { LaunchProblem } from './launch-error.js';

/** What stands at a path; `file` is one that this person may not execute. */
export type FileKind = 'executable' | 'file' | 'directory' | 'missing';

/** Everything that decides which file a command is. */
export interface ResolveContext {
  /** The child's own PATH. */
  readonly path: string;
  /** Absolute; where a command with a slash is looked for. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Windows: `.COM;.EXE;.BAT;.CMD`. */
  readonly pathExt: string;
  readonly exists: (file: string) => FileKind;
}

const fallbackPathExt = '.COM;.EXE;.BAT;.CMD';

/**
 * Finds the file that a command means, as the system would: as it is when absolute, from `cwd` when it holds a slash,
 * else by PATH. On Windows the extensions of PATHEXT are tried, so that `npx` finds `npx.cmd`, and never the current folder.
 * @returns the absolute path, or the problem `command-not-found` or `permission-denied`.
 */
export function resolveCommand(command: string, context: ResolveContext): Result<string, LaunchProblem> {
  const paths = context.platform === 'win32' ? path.win32 : path.posix;
  const isPath = context.platform === 'win32' ? /[\\/]/.test(command) : command.includes('/');
  const folders = isPath ? [context.cwd] : searchedFolders(context).map((folder) => paths.resolve(context.cwd, folder));
  let refused: { readonly file: string; readonly kind: FileKind } | undefined;
  for (const folder of command === '' ? [] : folders) {
    for (const name of namesOf(command, context)) {
      const file = paths.resolve(folder, name);
      const kind = context.exists(file);
      if (kind === 'executable') return { ok: true, value: file };
      if (kind !== 'missing') refused ??= { file, kind };
    }
  }
  // a folder on PATH that has the command's name is no command; one that was named as a path is a mistake to tell of
  if (refused && (isPath || refused.kind === 'file')) return { ok: false, problem: notExecutable(command, refused.file, refused.kind) };
  return { ok: false, problem: notFound(command, isPath, context) };
}

function searchedFolders({ path: searched, platform }: ResolveContext): string[] {
  const folders = searched.split(platform === 'win32' ? ';' : ':');
  return folders.map((folder) => (platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder)).filter((folder) => folder !== '');
}

/** On Windows a name without a known extension is nothing that can be started; the shell script `npx` lies beside `npx.cmd`. */
function namesOf(command: string, { platform, pathExt }: ResolveContext): string[] {
  if (platform !== 'win32') return [command];
  const extensions = (pathExt || fallbackPathExt).split(';').filter((extension) => extension !== '');
  const own = path.win32.extname(command).toLowerCase();
  const asWritten = extensions.some((extension) => extension.toLowerCase() === own) ? [command] : [];
  return [...asWritten, ...extensions.map((extension) => command + extension.toLowerCase())];
}

function notExecutable(command: string, file: string, kind: FileKind): LaunchProblem {
  const code = 'permission-denied';
  if (kind === 'directory') {
    return {
      code,
      headline: `"${command}" is a folder, not a program.`,
      hint: `Give the path of the program inside ${file} as "command".`,
    };
  }
  const hint = 'Run chmod +x on it, or start it through its interpreter: "node" or "python3" as "command", the file in "args".';
  return { code, headline: `"${file}" may not be executed.`, hint };
}

function notFound(command: string, isPath: boolean, context: ResolveContext): LaunchProblem {
  const where = isPath
    ? `Looked for: ${(context.platform === 'win32' ? path.win32 : path.posix).resolve(context.cwd, command)}`
    : `PATH searched: ${context.path === '' ? '(empty)' : context.path}`;
  return { code: 'command-not-found', headline: `The command "${command}" was not found.`, hint: `${advice(command)} ${where}` };
}

/** Commands that people are told to use before they have what these come with. */
const sources: Readonly<Record<string, string>> = {
  npx: 'It comes with Node.js: install Node.js, then press Restart.',
  npm: 'It comes with Node.js: install Node.js, then press Restart.',
  node: 'Install Node.js, then press Restart.',
  uvx: 'It comes with uv: install uv (docs.astral.sh/uv), then press Restart.',
  uv: 'Install uv (docs.astral.sh/uv), then press Restart.',
  bunx: 'It comes with Bun: install Bun, then press Restart.',
  bun: 'Install Bun, then press Restart.',
  deno: 'Install Deno, then press Restart.',
  docker: 'Install Docker and start it, then press Restart.',
  podman: 'Install Podman, then press Restart.',
  python: 'Many systems have it as "python3" only: use that as "command", or install Python, then press Restart.',
  python3: 'Install Python 3, then press Restart.',
  pipx: 'Install pipx, then press Restart.',
  dotnet: 'Install .NET, then press Restart.',
  java: 'Install a Java runtime, then press Restart.',
};

function advice(command: string): string {
  if (command.startsWith('~')) return 'Values are used as written, so "~" is not expanded: write the whole path.';
  if (/\$\{|%\w+%|\$\w/.test(command)) return 'Values are used as written, variables are not expanded: write the whole path.';
  const known = Object.hasOwn(sources, command.toLowerCase()) ? sources[command.toLowerCase()] : undefined;
  if (known !== undefined) return known;
  if (/\s/.test(command.trim())) return 'It holds spaces: put only the program into "command" and each argument into "args".';
  return 'Install it, or give its whole path as "command".';
}
