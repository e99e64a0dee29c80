import type { Json, JsonObject } from '../../preload/contract/tool.js';

function freeze(value: Json): void {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== 'object') continue;
    Object.freeze(next);
    for (const item of Object.values(next)) open.push(item);
  }
}

/** A copy that nobody can change: what was decided on, what is shown and what runs are one thing (PITFALLS P41). */
export function frozenArgs(args: JsonObject): JsonObject {
  const copy = structuredClone(args);
  freeze(copy);
  return copy;
}
