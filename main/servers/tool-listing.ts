import type { RejectedTool } from '../../preload/contract/server.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';
import type { RawTool } from './server-status.js';

/** What reading all pages of `tools/list` came to. */
export interface ToolList {
  readonly tools: readonly RawTool[];
  readonly rejected: readonly RejectedTool[];
  /** Why the list is not whole, in words; absent when it is. */
  readonly cut?: string;
  /** Faults that cost no tool, in words, for the server's log. */
  readonly remarks: readonly string[];
}

/** The server answered the first page with something that is no list of tools. */
export class ToolListError extends Error {
  override readonly name = 'ToolListError';
  readonly code = 'list-failed';
}

/** Asks for one page and answers the raw result. */
export type AskPage = (cursor: string | undefined, page: number) => Promise<unknown>;

type Checked = { readonly tool: RawTool; readonly remark?: string } | { readonly rejected: RejectedTool };

/**
 * Reads `tools/list`, all pages, leniently (PITFALLS P26, P31): good tools stay, bad ones are named with the reason, a cursor that
 * comes back and the caps of `limits` end the reading and are told in `cut`. Rejects only when not even the first page can be read.
 */
export async function readToolList(ask: AskPage): Promise<ToolList> {
  const reading = new Reading();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= limits.listPages; page++) {
    const result = await readPage(ask, cursor, page);
    if ('fault' in result) return reading.end(result.fault);
    if (!reading.add(result.entries)) return reading.end(`The list was cut at ${limits.listTools} tools.`);
    const next = result.next;
    // An empty cursor is how some servers say that there is no further page (java-sdk#628).
    if (next === undefined || next === null || next === '') return reading.end();
    if (typeof next !== 'string') return reading.end(`The list was cut after page ${page}: its cursor to the next page is no text.`);
    if (seen.has(next)) return reading.end(`The list was cut after page ${page}: the server gave the same cursor again.`);
    seen.add(next);
    cursor = next;
  }
  return reading.end(`The list was cut after ${limits.listPages} pages.`);
}

async function readPage(
  ask: AskPage,
  cursor: string | undefined,
  page: number,
): Promise<{ entries: readonly unknown[]; next: unknown } | { fault: string }> {
  let result: unknown;
  try {
    result = await ask(cursor, page);
  } catch (error) {
    if (page === 1) throw error;
    return { fault: `The list was cut: page ${page} could not be read (${error instanceof Error ? error.message : String(error)}).` };
  }
  if (isObject(result) && Array.isArray(result['tools'])) return { entries: result['tools'], next: result['nextCursor'] };
  if (page === 1) throw new ToolListError('The server answered tools/list with something that holds no list of tools.');
  return { fault: `The list was cut: page ${page} holds no list of tools.` };
}

/** The tools gathered so far. */
class Reading {
  private readonly tools = new Map<string, RawTool>();
  private readonly rejected: RejectedTool[] = [];
  private readonly remarks: string[] = [];
  private notNamed = 0;
  private entries = 0;

  /** False when the cap on tools was reached. */
  add(entries: readonly unknown[]): boolean {
    for (const entry of entries) {
      if (this.tools.size >= limits.listTools) return false;
      const checked = checkTool(entry, this.entries++);
      if ('rejected' in checked) this.reject(checked.rejected);
      else if (this.tools.has(checked.tool.name)) {
        this.reject({ name: checked.tool.name, reason: 'Listed more than once; the first one is used.' });
      } else {
        this.tools.set(checked.tool.name, checked.tool);
        if (checked.remark !== undefined) this.remarks.push(checked.remark);
      }
    }
    return true;
  }

  end(cut?: string): ToolList {
    const rejected =
      this.notNamed === 0 ? this.rejected : [...this.rejected, { name: `(${this.notNamed} more)`, reason: 'Not named one by one.' }];
    return { tools: [...this.tools.values()], rejected, remarks: this.remarks, ...(cut === undefined ? {} : { cut }) };
  }

  private reject(tool: RejectedTool): void {
    if (this.rejected.length < limits.rejectedTools) this.rejected.push(tool);
    else this.notNamed++;
  }
}

/** Judges one entry of a list. `index` names it where it has no name, from 0. */
export function checkTool(entry: unknown, index: number): Checked {
  const place = `(entry ${index + 1})`;
  if (!isObject(entry)) return { rejected: { name: place, reason: 'It is no object.' } };
  const name = entry['name'];
  if (typeof name !== 'string' || name === '') return { rejected: { name: place, reason: 'It has no name.' } };
  if (name.length > limits.toolNameChars) {
    return {
      rejected: { name: `${name.slice(0, 60)}… ${place}`, reason: `Its name is longer than ${limits.toolNameChars} characters.` },
    };
  }
  const reason = schemaFault(entry['inputSchema']);
  if (reason !== undefined) return { rejected: { name, reason } };
  return buildTool(name, entry);
}

function buildTool(name: string, entry: Record<string, unknown>): Checked {
  const annotations = entry['annotations'];
  const title = entry['title'] ?? (isObject(annotations) ? annotations['title'] : undefined);
  const outputSchema = entry['outputSchema'];
  const hasOutput = isObject(outputSchema);
  const tool: RawTool = {
    name,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    description: typeof entry['description'] === 'string' ? entry['description'] : '',
    // Came out of JSON.parse and was checked to be an object: every value in it is JSON.
    inputSchema: entry['inputSchema'] as JsonObject,
    ...(hasOutput ? { outputSchema: outputSchema as JsonObject } : {}),
  };
  if (hasOutput || outputSchema === undefined || outputSchema === null) return { tool };
  return { tool, remark: `Tool ${name}: its outputSchema is no object and is left out.` };
}

/** Why a tool cannot be called by its input schema. A schema without `type` is taken: it means the same object. */
function schemaFault(schema: unknown): string | undefined {
  if (schema === undefined || schema === null) return 'It has no inputSchema.';
  if (!isObject(schema)) return 'Its inputSchema is no object.';
  const type = schema['type'];
  if (type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))) return undefined;
  return `Its inputSchema is of type ${JSON.stringify(type).slice(0, 60)}, not "object".`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
