import { limits } from '../limits.js';

function pairs(text: string): Map<string, number> {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 <= plain.length; at += 1) {
    const pair = plain.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Likeness of two texts by pairs of letters (Dice), from 0 to 1. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  const size = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shared = [...a].reduce((sum, [pair, count]) => sum + Math.min(count, b.get(pair) ?? 0), 0);
  const total = size(a) + size(b);
  return total === 0 ? 0 : (2 * shared) / total;
}

/** Wire names of the tools whose own names look most like the query, best first; what to offer when nothing was found. */
export function nearestNames(query: string, tools: readonly { readonly id: string; readonly name: string }[]): string[] {
  const wanted = pairs(query.slice(0, limits.patternChars));
  return tools
    .map(({ id, name }) => ({ id, score: Math.max(likeness(wanted, pairs(name)), likeness(wanted, pairs(id))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limits.nearestNames)
    .map(({ id }) => id);
}
