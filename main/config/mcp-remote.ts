import { headerNameBreak, headerValueBreak, urlBreak } from './field-rules.js';

/** What an `npx mcp-remote URL …` command connects to. */
export interface McpRemote {
  readonly url: string;
  /** Of its `--header "Name:Value"` arguments, as written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** How many `--header` arguments are no `Name:Value` and are left out. */
  readonly brokenHeaders: number;
  /** Flags that have no effect on a direct connection, by name. */
  readonly ignoredFlags: readonly string[];
}

/** Commands that fetch a package and run it, with the words between them and the package. */
const runners: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['pnpx'],
  ['bun', 'x'],
  ['pnpm', 'dlx'],
  ['yarn', 'dlx'],
  ['npm', 'exec'],
];
const runnerFlag = /^(?:-y|--yes|-q|--quiet|-s|--silent|--prefer-offline|--prefer-online|--bun|--)$/;
const packageName = /^mcp-remote(?:@.+)?$/;
/** Flags of mcp-remote that take the next word; it must not be taken for the URL. */
const valueFlags: ReadonlySet<string> = new Set([
  '--transport',
  '--host',
  '--resource',
  '--auth-timeout',
  '--ignore-tool',
  '--static-oauth-client-metadata',
  '--static-oauth-client-info',
]);

const programName = (command: string): string => (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');

/** Takes `cmd /d /s /c` off the front. */
function withoutCmd(words: readonly string[]): readonly string[] {
  if (programName(words[0] ?? '') !== 'cmd') return words;
  const run = words.findIndex((word, index) => index > 0 && word.toLowerCase() === '/c');
  const onlySwitches = words.slice(1, Math.max(run, 1)).every((word) => /^\/[a-z]+(:\w+)?$/i.test(word));
  return run > 0 && onlySwitches ? words.slice(run + 1) : words;
}

/** The arguments after the package's name; undefined when another package runs. */
function packageArguments(words: readonly string[]): readonly string[] | undefined {
  const [command = '', ...rest] = withoutCmd(words);
  const program = programName(command);
  const runner = runners.find((parts) => parts[0] === program && parts.slice(1).every((part, index) => rest[index] === part));
  if (!runner) return undefined;
  let at = runner.length - 1;
  for (;;) {
    const word = rest[at] ?? '';
    if (runnerFlag.test(word)) at += 1;
    else if ((word === '-p' || word === '--package') && packageName.test(rest[at + 1] ?? '')) at += 2;
    else if (word.startsWith('--package=') && packageName.test(word.slice('--package='.length))) at += 1;
    else return packageName.test(word) ? rest.slice(at + 1) : undefined;
  }
}

/** `Name:Value`; the value may hold further colons and spaces. */
function header(text: string): [string, string] | undefined {
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  return (headerNameBreak(name) ?? headerValueBreak(name, value)) ? undefined : [name, value];
}

/** Takes the headers out of the arguments; `rest` keeps the order of the others. */
function splitHeaders(args: readonly string[]): { headers: ([string, string] | undefined)[]; rest: string[] } {
  const headers: ([string, string] | undefined)[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--header') headers.push(header(args[(at += 1)] ?? ''));
    else if (word.startsWith('--header=')) headers.push(header(word.slice('--header='.length)));
    else rest.push(word);
  }
  return { headers, rest };
}

/**
 * Recognises a command that only bridges to a remote server (PRODUCT.md §2), also by full path, as `.cmd`
 * and behind `cmd /c`. Undefined when it is anything else, or its URL is no http(s) one: then it stays a local command.
 */
export function recognizeMcpRemote(command: string, args: readonly string[]): McpRemote | undefined {
  const own = packageArguments([command, ...args]);
  if (!own) return undefined;
  const { headers, rest } = splitHeaders(own);
  const positional = rest.filter((word, index) => !word.startsWith('-') && !valueFlags.has(rest[index - 1] ?? ''));
  const [url = ''] = positional;
  if (urlBreak(url)) return undefined;
  const good = headers.filter((pair) => pair !== undefined);
  const ignoredFlags = rest.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*$/s, ''));
  return { url, headers: good, brokenHeaders: headers.length - good.length, ignoredFlags };
}
