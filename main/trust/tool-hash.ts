import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../preload/contract/tool.js';

/** What a tool is, as far as a grant is bound to it. */
export interface HashedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
}

/** JSON with the keys of every object sorted: two values that differ in key order only give one text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** Hash of name, description and schemas, hex. Key order does not matter; the order of lists does. */
export function toolHash({ name, description, inputSchema, outputSchema }: HashedTool): string {
  return createHash('sha256')
    .update(canonicalJson([name, description, inputSchema, outputSchema ?? null]))
    .digest('hex');
}
