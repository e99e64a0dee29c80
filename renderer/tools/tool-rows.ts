import type { SearchHit, ToolSummary } from '../../preload/contract/tool.js';

/** A row of the list: the head of a server, one of its tools, or a tool that a query found. */
export type ListRow =
  | { readonly kind: 'server'; readonly server: string; readonly count: number }
  | { readonly kind: 'tool'; readonly tool: ToolSummary }
  | { readonly kind: 'hit'; readonly tool: SearchHit; readonly share: number };

/** All tools, each server's under its name. Takes them sorted by server. */
export function catalogRows(tools: readonly ToolSummary[]): ListRow[] {
  const rows: ListRow[] = [];
  const counts = new Map<string, number>();
  for (const { server } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  let before: string | undefined;
  for (const tool of tools) {
    if (tool.server !== before) rows.push({ kind: 'server', server: tool.server, count: counts.get(tool.server) ?? 0 });
    before = tool.server;
    rows.push({ kind: 'tool', tool });
  }
  return rows;
}

/** The found tools, best first; `share` is the score as a part of the best one, 0 to 1. */
export function hitRows(hits: readonly SearchHit[]): ListRow[] {
  const best = Math.max(0, ...hits.map((hit) => hit.score));
  return hits.map((tool) => ({ kind: 'hit', tool, share: best > 0 ? Math.max(0, tool.score) / best : 0 }));
}

/** Rows that a page key moves over. */
const PAGE_ROWS = 10;

/** Where a key leads from a place in the list; undefined when it is no key of lists. A place of -1 is before the first row. */
export function rowAfterKey(rows: readonly ListRow[], place: number, key: string): number | undefined {
  const page = (step: 1 | -1): number => Array.from({ length: PAGE_ROWS }).reduce<number>((at) => nextRow(rows, at, step), place);
  if (key === 'ArrowDown') return nextRow(rows, place, 1);
  if (key === 'ArrowUp') return nextRow(rows, place, -1);
  if (key === 'PageDown') return page(1);
  if (key === 'PageUp') return page(-1);
  if (key === 'Home') return nextRow(rows, -1, 1);
  return key === 'End' ? nextRow(rows, rows.length, -1) : undefined;
}

/** The next tool's row from a place in the list, skipping heads; the place itself when there is none. */
function nextRow(rows: readonly ListRow[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    if (rows[index]?.kind !== 'server') return index;
  }
  return from;
}

/** Each word of the query once, with all the fields in which it was found. */
export function matchedFields(matched: SearchHit['matched']): { word: string; fields: string }[] {
  const byWord = new Map<string, string[]>();
  for (const { word, field } of matched) byWord.set(word, [...(byWord.get(word) ?? []), field]);
  return [...byWord].map(([word, fields]) => ({ word, fields: [...new Set(fields)].join(', ') }));
}

/** A score in the width that it has: `14.2`. */
export function scoreWords(score: number): string {
  return score >= 1_000 ? Math.round(score).toLocaleString('en') : score.toFixed(1);
}
