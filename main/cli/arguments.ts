import { parseArgs } from 'node:util';
import { Mode } from '../../preload/contract/call.js';
import { JsonObject } from '../../preload/contract/tool.js';

/** Options that every command takes. */
export interface CommonOptions {
  /** The folder to open; the current one unless given. */
  readonly workspace: string;
  /** Trust that folder for this run only. */
  readonly trust: boolean;
  readonly json: boolean;
}

/** One parsed command line. */
export type Command = CommonOptions &
  (
    | { readonly kind: 'servers' }
    | { readonly kind: 'tools'; readonly server?: string }
    | { readonly kind: 'search'; readonly words: string; readonly limit: number }
    | { readonly kind: 'call'; readonly server: string; readonly tool: string; readonly args: JsonObject; readonly mode: Mode }
  );

export type Parsed = { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly message: string };

export const usage = `Usage: node build/cli.mjs COMMAND [options]

  servers                      every configured server with its state
  tools [--server S]           the tools of all ready servers
  search WORDS [--limit N]     the tools that fit, best first (5 unless given)
  call SERVER TOOL JSON        runs one tool; JSON is its arguments, an object
       [--mode SAFE|TRUST|FULL|YOLO]   when it asks first (SAFE unless given)

Options of every command:
  --workspace DIR   the folder whose servers to use (the current one unless given)
  --trust           trust that folder for this run only
  --json            the answer as JSON

Exit codes: 0 done · 1 the call failed or the tool said so · 2 wrong usage ·
3 no such folder, server or tool, or it is not ready · 4 the call needs a yes and nobody can be asked ·
5 the folder is not trusted, or you said no · 129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM
`;

const options = {
  workspace: { type: 'string' },
  trust: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  server: { type: 'string' },
  limit: { type: 'string' },
  mode: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const wrong = (message: string): Parsed => ({ ok: false, message });

function parseJsonArgs(text: string): JsonObject | string {
  try {
    const parsed = JsonObject.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'The arguments must be a JSON object, for example {"path": "notes"}.';
  } catch (error) {
    return `The arguments are no JSON: ${error instanceof Error ? error.message : String(error)}. Quote them for your shell, for example '{"path": "notes"}'.`;
  }
}

function parseCall(rest: readonly string[], modeText: string, common: CommonOptions): Parsed {
  const [server, tool, json = '{}'] = rest;
  if (server === undefined || tool === undefined || rest.length > 3) return wrong('call takes SERVER TOOL JSON.');
  const mode = Mode.safeParse(modeText);
  if (!mode.success) return wrong(`--mode ${modeText} is none of SAFE, TRUST, FULL, YOLO.`);
  const args = parseJsonArgs(json);
  if (typeof args === 'string') return wrong(args);
  return { ok: true, command: { ...common, kind: 'call', server, tool, args, mode: mode.data } };
}

function parseSearch(rest: readonly string[], limitText: string, common: CommonOptions): Parsed {
  const limit = Number(limitText);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return wrong('--limit takes a whole number from 1 to 100.');
  if (rest.length === 0) return wrong('search takes the words to search for.');
  return { ok: true, command: { ...common, kind: 'search', words: rest.join(' '), limit } };
}

/** Reads the words after `cli`. Never throws. */
export function parseArguments(argv: readonly string[]): Parsed {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [kind, ...rest] = positionals;
  const common = { workspace: values.workspace ?? '.', trust: values.trust, json: values.json };
  if (values.help || kind === undefined) return wrong(values.help ? '' : 'Which command?');
  switch (kind) {
    case 'servers':
      return rest.length === 0 ? { ok: true, command: { ...common, kind } } : wrong('servers takes no words.');
    case 'tools':
      if (rest.length > 0) return wrong('tools takes no words; name a server with --server.');
      return { ok: true, command: { ...common, kind, ...(values.server === undefined ? {} : { server: values.server }) } };
    case 'search':
      return parseSearch(rest, values.limit ?? '5', common);
    case 'call':
      return parseCall(rest, values.mode ?? 'SAFE', common);
    default:
      return wrong(`There is no command “${kind}”.`);
  }
}
