import type { SearchAnswer, SearchHit } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';
import { nearestNames } from './nearest-names.js';
import { matchPattern, patternOf } from './pattern-search.js';
import type { SearchableTool, SearchIndex, WordMatch } from './search-index.js';
import { queryWords } from './word-split.js';

/** What to search in and how many hits to give. */
export interface SearchScope {
  readonly server?: string | undefined;
  readonly limit: number;
}

interface Candidate {
  readonly tool: SearchableTool;
  readonly score: number;
  readonly matched: SearchHit['matched'];
}

type Found = Pick<SearchAnswer, 'unmatched'> & { readonly candidates: readonly Candidate[]; readonly note?: string };

/** A tool that fits more words of the query is better than one that fits one word well. */
const coverage = (matched: number, words: number): number => (0.5 + matched / words) ** 2;

function byWords(words: readonly string[], tools: readonly SearchableTool[], index: SearchIndex): Found {
  const matches = words.map((word) => ({ word, hits: index.match(word) }));
  const candidates = tools.flatMap((tool): Candidate[] => {
    const found = matches.flatMap(({ word, hits }) => {
      const hit: WordMatch | undefined = hits.get(tool.id);
      return hit === undefined ? [] : [{ word, hit }];
    });
    if (found.length === 0) return [];
    const sum = found.reduce((total, { hit }) => total + hit.score, 0);
    const matched = found.flatMap(({ word, hit }) => hit.fields.map((field) => ({ word, field })));
    return [{ tool, score: sum * coverage(found.length, words.length), matched }];
  });
  const found = new Set(candidates.flatMap(({ matched }) => matched.map(({ word }) => word)));
  return { candidates, unmatched: words.filter((word) => !found.has(word)) };
}

function byPattern(pattern: string, tools: readonly SearchableTool[], index: SearchIndex): Found {
  const fields = tools.map(({ id, name, server, description, parameterNames }) =>
    [id, name, server, description, parameterNames].join('\n'),
  );
  const fits = matchPattern(pattern, fields);
  const word = `/${pattern}/`;
  if (fits.ok) {
    const candidates = tools.flatMap((tool, at): Candidate[] => (fits.value[at] === true ? [{ tool, score: 1, matched: [] }] : []));
    return { candidates, unmatched: candidates.length === 0 ? [word] : [] };
  }
  const note = fits.problem.message;
  if (fits.problem.code !== 'pattern-invalid') return { candidates: [], unmatched: [word], note };
  return { ...byWords(queryWords(pattern), tools, index), note };
}

/** How exactly a query names a tool: its wire name, its name, or nothing of the kind. */
function exactness(query: string, { id, name, server }: SearchableTool): number {
  const wanted = query.toLowerCase();
  if (wanted === id.toLowerCase()) return 3;
  if ([`${server}/${name}`, `${server}.${name}`, `${server} ${name}`].some((full) => full.toLowerCase() === wanted)) return 2;
  return wanted === name.toLowerCase() ? 1 : 0;
}

/** Puts tools that the query names exactly before all others. */
function exactFirst(query: string, tools: readonly SearchableTool[], candidates: readonly Candidate[]): Candidate[] {
  const best = candidates.reduce((max, { score }) => Math.max(max, score), 0);
  const rest = new Map(candidates.map((candidate) => [candidate.tool.id, candidate]));
  const named = tools.flatMap((tool): Candidate[] => {
    const rank = exactness(query, tool);
    if (rank === 0) return [];
    const matched = rest.get(tool.id)?.matched ?? [];
    rest.delete(tool.id);
    return [{ tool, score: best + rank * 10, matched: matched.length > 0 ? matched : [{ word: query, field: 'name' }] }];
  });
  return [...named, ...rest.values()];
}

// Rounded, since sums of the index may differ in the last digits with the order in which servers came.
const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;

/**
 * Searches the index: a wire name or tool name first, then words, or a pattern in `/…/`. `total` counts everything that
 * matched; with no match there are no results, and `nearest` names what looks alike. Same answer for any order in
 * which servers came.
 */
export function searchTools(index: SearchIndex, query: string, { server, limit }: SearchScope): SearchAnswer {
  const since = performance.now();
  const tools = index.tools(server);
  const wanted = query.trim();
  const pattern = patternOf(wanted);
  const words = queryWords(wanted).slice(0, limits.queryWords);
  const { candidates, unmatched, note } = pattern === undefined ? byWords(words, tools, index) : byPattern(pattern, tools, index);
  const ranked = (wanted === '' ? [] : exactFirst(wanted, tools, candidates))
    .map(({ tool: { id, name, server: from, description }, score, matched }): SearchHit => {
      return { server: from, name, wireName: id, description, score: rounded(score), matched };
    })
    .sort((a, b) => b.score - a.score || (a.wireName < b.wireName ? -1 : 1));
  return {
    results: ranked.slice(0, limit),
    total: ranked.length,
    unmatched,
    nearest: ranked.length > 0 || wanted === '' ? [] : nearestNames(wanted, tools),
    ...(note !== undefined && { note }),
    ms: Math.round((performance.now() - since) * 100) / 100,
  };
}
