import MiniSearch, { type SearchOptions } from 'minisearch';
import type { SearchHit } from '../../preload/contract/tool.js';
import { indexTerm, splitWords } from './word-split.js';

/** A tool as the search sees it: texts for display and for finding. */
export interface SearchableTool {
  /** Wire name: unique over all servers. */
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Names of its parameters, nested ones too, and what is said about them. */
  readonly parameterNames: string;
  readonly parameterTexts: string;
}

export type MatchedField = SearchHit['matched'][number]['field'];

/** How well one word fits one tool, and where it was found. */
export interface WordMatch {
  readonly score: number;
  readonly fields: readonly MatchedField[];
}

const fieldOf: Readonly<Record<string, MatchedField>> = {
  name: 'name',
  title: 'name',
  server: 'server',
  description: 'description',
  parameterNames: 'parameter',
  parameterTexts: 'parameter',
};

/** Measured on real tool lists: a name says most; long parameter texts say little. */
const options: SearchOptions = {
  boost: { name: 3, title: 1.5, server: 1.5, description: 1.5, parameterNames: 0.6, parameterTexts: 0.3 },
  bm25: { k: 1.2, b: 0.6, d: 0.3 },
};

/** The inverted index over all tools, filled server by server. Knows words; what a query means is told elsewhere. */
export class SearchIndex {
  private readonly index = new MiniSearch<SearchableTool>({
    fields: Object.keys(fieldOf),
    tokenize: splitWords,
    processTerm: indexTerm,
  });
  private readonly servers = new Map<string, readonly SearchableTool[]>();

  /** Replaces all tools of one server; an empty list removes it. */
  replace(server: string, tools: readonly SearchableTool[]): void {
    for (const tool of this.servers.get(server) ?? []) this.index.remove(tool);
    this.servers.delete(server);
    if (tools.length === 0) return;
    this.servers.set(server, tools);
    this.index.addAll(tools);
  }

  /** All tools, or those of one server. */
  tools(server?: string): readonly SearchableTool[] {
    if (server !== undefined) return this.servers.get(server) ?? [];
    return [...this.servers.values()].flat();
  }

  /**
   * Tools that one word of a query fits, by id. Exact words and beginnings first; only a word that is found nowhere is
   * looked for with typing errors, so that a right word never brings wrong ones along.
   */
  match(word: string): ReadonlyMap<string, WordMatch> {
    const term = indexTerm(word) ?? word;
    const whole: SearchOptions = { ...options, tokenize: (text) => [text], processTerm: (text) => text };
    const found = this.index.search(term, { ...whole, prefix: term.length >= 3, weights: { prefix: 0.3, fuzzy: 0.2 } });
    const hits =
      found.length > 0 || word.length < 4 ? found : this.index.search(term, { ...whole, fuzzy: word.length < 8 ? 1 : 2, prefix: false });
    return new Map(
      hits.map(({ id, score, match }) => {
        const fields = new Set(
          Object.values(match)
            .flat()
            .flatMap((field) => fieldOf[field] ?? []),
        );
        return [String(id), { score, fields: [...fields] }] as const;
      }),
    );
  }
}
