import type { LocalDefinition } from '../config/definition.js';

/** Commands that fetch what they run when it is not there yet. */
const fetchers: ReadonlySet<string> = new Set(['npx', 'bunx', 'uvx', 'pnpx']);
/** The same with the subcommand that does it. */
const fetchingSubcommands: Readonly<Record<string, ReadonlySet<string>>> = {
  pnpm: new Set(['dlx']),
  yarn: new Set(['dlx']),
  bun: new Set(['x']),
  npm: new Set(['exec', 'x']),
  uv: new Set(['tool', 'run']),
  pipx: new Set(['run']),
  docker: new Set(['run']),
  podman: new Set(['run']),
};

/** True when a start may first download what it runs, which takes longer than a start (PITFALLS P6). */
export function mayDownload({ command, args }: LocalDefinition): boolean {
  const words = [command, ...args];
  // `cmd /c npx …` is how entries for Windows are often written.
  const start = /^cmd(\.exe)?$/i.test(commandName(command)) && /^\/c$/i.test(args[0] ?? '') ? 2 : 0;
  const name = commandName(words[start] ?? '').replace(/\.(cmd|exe|bat|ps1)$/i, '');
  if (fetchers.has(name)) return true;
  const subcommand = words.slice(start + 1).find((word) => !word.startsWith('-'));
  return subcommand !== undefined && (fetchingSubcommands[name]?.has(subcommand) ?? false);
}

function commandName(command: string): string {
  return (command.split(/[\\/]/).pop() ?? command).toLowerCase();
}
