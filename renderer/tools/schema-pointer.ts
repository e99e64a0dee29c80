import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { schemaLimits } from './schema-node.js';

/** True for a JSON object, not for a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key's own value; never one that comes from a prototype, whatever the key is called. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Follows a local JSON pointer (`#`, `#/$defs/node`, RFC 6901). Undefined when it points outside, nowhere, or is no pointer.
 */
export function followPointer(root: Json, pointer: string): Json | undefined {
  if (pointer === '#') return root;
  if (!pointer.startsWith('#/')) return undefined;
  const parts = pointer.slice(2).split('/');
  if (parts.length > schemaLimits.pointerParts) return undefined;
  let value: Json | undefined = root;
  for (const part of parts) {
    const key = unescapePart(part);
    if (key === undefined) return undefined;
    if (Array.isArray(value)) value = /^(0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
    else value = isObject(value) ? own(value, key) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function unescapePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    // A stray percent sign: no valid fragment, so it names nothing.
    return undefined;
  }
}
