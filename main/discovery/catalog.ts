import { createHash } from 'node:crypto';
import type { JsonObject, SearchAnswer, ToolDetail, ToolSummary } from '../../preload/contract/tool.js';
import { neutralise } from './neutralise.js';
import { parameterWords } from './parameters.js';
import { SearchIndex, type SearchableTool } from './search-index.js';
import { searchTools, type SearchScope } from './search.js';
import { countTokens, estimateTokens } from './token-count.js';
import { toolDefinition, toolLine, type DescribedTool } from './tool-line.js';
import { WireNames } from './wire-name.js';

/** A tool as its server listed it, texts and schemas its own. */
export interface CatalogTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
}

/** A tool that a name led to: which server to call, and the tool in its own words. */
export interface FoundTool {
  readonly server: string;
  readonly tool: CatalogTool;
}

/** Whom to tell. */
export interface CatalogOptions {
  /** Tools came or went, or their tokens have been counted. */
  readonly onChange?: () => void;
  /** Tokens could not be counted; their estimates stay. */
  readonly onError?: (cause: unknown) => void;
}

interface Item extends FoundTool {
  /** Neutralised; unique within its server. */
  readonly shownName: string;
  tokens: { line: number; full: number };
}

interface Shelf {
  /** Sorted by the tools' own names. */
  readonly items: readonly Item[];
  measured: boolean;
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** A name with hidden characters is shown without them and with a mark, so that it never passes for another tool. */
function shownName(name: string): string {
  const plain = neutralise(name);
  if (plain === name) return name;
  return `${plain} #${createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, 6)}`;
}

/**
 * All tools of all ready servers, and the one truth about them: what is listed, found and called is the same set.
 * Sorted, so that its order does not depend on the order in which servers connect.
 */
export class Catalog {
  private readonly shelves = new Map<string, Shelf>();
  private readonly names = new WireNames();
  private readonly index = new SearchIndex();
  private measuring: Promise<void> = Promise.resolve();
  private changes = 0;

  constructor(private readonly options: CatalogOptions = {}) {}

  /** Grows with every change. */
  get version(): number {
    return this.changes;
  }

  /**
   * Replaces the tools of one server; they can be listed, found and called at once. Tokens are an estimate until they
   * have been counted, which happens in the background: see `settled`.
   */
  replace(server: string, tools: readonly CatalogTool[]): void {
    this.clear(server);
    if (tools.length > 0) {
      for (const { name } of tools) this.names.add({ server, tool: name });
      // Of two tools with one name the first counts.
      const unique = [...new Map([...tools].reverse().map((tool) => [tool.name, tool])).values()];
      const items = unique
        .sort(byName)
        .map((tool): Item => ({ server, tool, shownName: shownName(tool.name), tokens: { line: 0, full: 0 } }));
      const shelf: Shelf = { items, measured: false };
      for (const item of items) item.tokens = this.estimate(item);
      this.shelves.set(server, shelf);
      this.index.replace(
        server,
        items.map((item) => this.searchable(item)),
      );
      this.measuring = this.measuring.then(() => this.measure(server, shelf)).catch((cause: unknown) => this.options.onError?.(cause));
    }
    this.changed();
  }

  /** Drops the tools of one server. */
  remove(server: string): void {
    if (!this.shelves.has(server)) return;
    this.clear(server);
    this.changed();
  }

  /** Resolves when the tokens of everything added so far have been counted. */
  settled(): Promise<void> {
    return this.measuring;
  }

  /** Tools sorted by server, then name. */
  list(server?: string): ToolSummary[] {
    return this.items(server).map((item) => this.summary(item));
  }

  /** Everything about one tool, by the name shown or the server's own. */
  detail(server: string, name: string): ToolDetail | undefined {
    const item = this.item(server, name);
    if (item === undefined) return undefined;
    const { inputSchema, outputSchema } = item.tool;
    return { ...this.summary(item), inputSchema, ...(outputSchema !== undefined && { outputSchema }) };
  }

  /** The tool as its server listed it, by the name shown or the server's own. */
  find(server: string, name: string): FoundTool | undefined {
    const item = this.item(server, name);
    return item && { server, tool: item.tool };
  }

  /** The tool behind a wire name. */
  resolve(wireName: string): FoundTool | undefined {
    const found = this.names.resolve(wireName);
    return found && this.find(found.server, found.tool);
  }

  /** Tokens of a server's tools as one line each and as whole definitions; undefined until all have been counted. */
  tokensOf(server: string): { lines: number; full: number } | undefined {
    const shelf = this.shelves.get(server);
    if (shelf?.measured !== true) return undefined;
    const sum = (part: 'line' | 'full'): number => shelf.items.reduce((total, item) => total + item.tokens[part], 0);
    return { lines: sum('line'), full: sum('full') };
  }

  search(query: string, scope: SearchScope): SearchAnswer {
    return searchTools(this.index, query, scope);
  }

  private items(server?: string): readonly Item[] {
    if (server !== undefined) return this.shelves.get(server)?.items ?? [];
    return [...this.shelves].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, shelf]) => shelf.items);
  }

  private item(server: string, name: string): Item | undefined {
    const items = this.items(server);
    return items.find((item) => item.tool.name === name) ?? items.find((item) => item.shownName === name);
  }

  private described({ server, tool }: FoundTool): DescribedTool {
    const { name, description, inputSchema } = tool;
    return { wireName: this.names.nameOf({ server, tool: name }), server, description, inputSchema };
  }

  private summary(item: Item): ToolSummary {
    const { wireName } = this.described(item);
    const { title, description } = item.tool;
    const texts = { ...(title !== undefined && { title: neutralise(title) }), description: neutralise(description) };
    return { server: item.server, name: item.shownName, wireName, ...texts, tokens: { ...item.tokens } };
  }

  private searchable(item: Item): SearchableTool {
    const { names, texts } = parameterWords(item.tool.inputSchema);
    const { server, name, wireName, title = '', description } = this.summary(item);
    return { id: wireName, server, name, description, title, parameterNames: names.join(' '), parameterTexts: texts.join(' ') };
  }

  private estimate(item: Item): Item['tokens'] {
    const described = this.described(item);
    return { line: estimateTokens(toolLine(described)), full: estimateTokens(toolDefinition(described)) };
  }

  private async measure(server: string, shelf: Shelf): Promise<void> {
    for (const item of shelf.items) {
      if (this.shelves.get(server) !== shelf) return; // replaced in the meantime: nobody waits for these counts
      const described = this.described(item);
      item.tokens = { line: await countTokens(toolLine(described)), full: await countTokens(toolDefinition(described)) };
    }
    shelf.measured = true;
    if (this.shelves.get(server) === shelf) this.changed();
  }

  private clear(server: string): void {
    for (const { tool } of this.items(server)) this.names.remove({ server, tool: tool.name });
    this.shelves.delete(server);
    this.index.replace(server, []);
  }

  private changed(): void {
    this.changes += 1;
    this.options.onChange?.();
  }
}
