import type { ServerDefinition } from './definition.js';

/** One spelling for equal values: keys sorted, absent and undefined alike. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two definitions start or reach the same server in the same way. The order of keys does not matter, that of arguments does. */
export function sameDefinition(a: ServerDefinition, b: ServerDefinition): boolean {
  return canonical(a) === canonical(b);
}
