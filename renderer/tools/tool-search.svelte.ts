import type { SearchAnswer, ToolDetail, ToolSummary } from '../../preload/contract/tool.js';
import { ask } from '../bridge.js';

/** What names one tool. */
export interface ToolKey {
  readonly server: string;
  readonly name: string;
}

/** The list holds more than the model gets only when the person asks for it. */
export const resultCounts = [5, 10, 20] as const;
/** Everything that the search route gives. */
export const ALL_RESULTS = 100;

const KEPT = 'greenroom.tool';

/** The catalog as the room shows it: all tools, or those that a query finds, and the one that is looked at. */
export class ToolSearch {
  query = $state('');
  limit = $state<number>(resultCounts[0]);
  /** What the search answered; null while the query is empty. */
  answer = $state.raw<SearchAnswer | null>(null);
  tools = $state.raw<readonly ToolSummary[]>([]);
  /** False until the catalog was heard of once. */
  loaded = $state(false);
  selected = $state.raw<ToolKey | null>(remembered());
  /** The selected tool; null = there is none of that name now, undefined = not heard of yet. */
  detail = $state.raw<ToolDetail | null>();
  failure = $state('');
  #listTurn = 0;
  #searchTurn = 0;
  #detailTurn = 0;

  /** Reads the catalog anew. */
  async list(server: string | null): Promise<void> {
    const turn = ++this.#listTurn;
    const reply = await ask('tools.list', server === null ? {} : { server });
    if (turn !== this.#listTurn) return;
    this.loaded = true;
    this.failure = reply.ok ? '' : reply.failure.message;
    this.tools = reply.ok ? reply.value.tools.toSorted(byServerAndName) : [];
    if (this.query.trim() === '') this.#keepSelection(this.tools);
  }

  /** Searches; the answer to an older question never replaces a newer one. */
  async search(server: string | null): Promise<void> {
    const turn = ++this.#searchTurn;
    const query = this.query.trim();
    if (query === '') {
      this.answer = null;
      return;
    }
    const reply = await ask('tools.search', { query: query.slice(0, 1_000), limit: this.limit, ...(server === null ? {} : { server }) });
    if (turn !== this.#searchTurn) return;
    this.failure = reply.ok ? '' : reply.failure.message;
    this.answer = reply.ok ? reply.value : null;
    if (reply.ok) this.#keepSelection(reply.value.results);
  }

  /** Reads the selected tool anew. */
  async look(): Promise<void> {
    const turn = ++this.#detailTurn;
    const { selected } = this;
    if (selected === null) {
      this.detail = undefined;
      return;
    }
    const reply = await ask('tools.detail', { server: selected.server, tool: selected.name });
    if (turn !== this.#detailTurn) return;
    this.detail = reply.ok ? reply.value : null;
  }

  select({ server, name }: ToolKey): void {
    if (this.isSelected({ server, name })) return;
    this.selected = { server, name };
    sessionStorage.setItem(KEPT, JSON.stringify([server, name]));
  }

  isSelected({ server, name }: ToolKey): boolean {
    return this.selected?.server === server && this.selected.name === name;
  }

  /** What is looked at is always one of those that are listed. */
  #keepSelection(listed: readonly ToolKey[]): void {
    const [first] = listed;
    if (first !== undefined && !listed.some((tool) => this.isSelected(tool))) this.select(first);
  }
}

function byServerAndName(a: ToolKey, b: ToolKey): number {
  return a.server.localeCompare(b.server, 'en') || a.name.localeCompare(b.name, 'en');
}

function remembered(): ToolKey | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  if (!Array.isArray(kept)) return null;
  const [server, name] = kept as readonly unknown[];
  return typeof server === 'string' && typeof name === 'string' ? { server, name } : null;
}
