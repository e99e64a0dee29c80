import type { CallRoute, Mode } from '../../preload/contract/call.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import { touchedControlPath, type PathPlace } from './control-paths.js';

/** A call, and all that the decision depends on. */
export interface GateRequest {
  /** Recorded, never decided on: all routes get the same answer (PRODUCT.md §6). */
  readonly route: CallRoute;
  readonly mode: Mode;
  readonly folderTrusted: boolean;
  /** `meta` tools read the catalog and act on nothing. */
  readonly kind: 'mcp' | 'meta';
  readonly server: string;
  /** The tool's own name, as its server lists it. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly place: PathPlace;
  /** The person allowed this tool, as it is now, for this conversation. */
  readonly granted: boolean;
}

/** What to do, and the rule that says so, in words for the person. */
export type GateDecision =
  | { readonly decision: 'run'; readonly rule: string }
  | { readonly decision: 'ask'; readonly rule: string }
  | { readonly decision: 'blocked'; readonly code: string; readonly message: string };

/** A tool whose own name contains one of these asks in TRUST (PRODUCT.md §6). */
const askingWords = ['write', 'insert', 'update', 'delete', 'create', 'drop', 'push', 'exec', 'post'] as const;

/** The first such word in a name; look-alike forms and invisible characters do not hide one. */
function askingWord(tool: string): string | undefined {
  const name = tool
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
  return askingWords.find((word) => name.includes(word));
}

/**
 * Decides one call by the table of PRODUCT.md §6. Pure but for reading links. A grant for the conversation answers the
 * question about the tool, never the one about a protected path: what runs here is asked about each time.
 */
export function decide(request: GateRequest): GateDecision {
  const { mode, kind } = request;
  if (kind === 'meta') return { decision: 'run', rule: 'Reads the catalog, acts on nothing' };
  if (!request.folderTrusted) {
    const message = `This folder is not trusted, so ${request.server} › ${request.tool} was not called. Review the folder and trust it first.`;
    return { decision: 'blocked', code: 'untrusted-folder', message };
  }
  if (mode === 'FULL' || mode === 'YOLO') return { decision: 'run', rule: `${mode}: runs every tool without asking` };
  const touched = touchedControlPath(request.args, request.place);
  if (touched !== undefined) return { decision: 'ask', rule: `Touches ${touched}, which decides what runs here` };
  if (request.granted) return { decision: 'run', rule: 'Allowed in this conversation' };
  if (mode === 'SAFE') return { decision: 'ask', rule: 'SAFE: asks before every tool call' };
  const word = askingWord(request.tool);
  if (word !== undefined) return { decision: 'ask', rule: `TRUST: the name contains ${word}` };
  return { decision: 'run', rule: 'TRUST: the name contains no word that asks' };
}
