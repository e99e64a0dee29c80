import { Debounced } from './clocks.js';
import type { Connection } from './connection.js';
import type { ServerLog } from './server-log.js';
import { readToolList, type ToolList } from './tool-listing.js';

const noTools: ToolList = { tools: [], rejected: [], remarks: [] };

/** What keeping a tool list needs. Times are milliseconds. */
export interface LiveToolsParts {
  readonly log: ServerLog;
  readonly debounceMs: number;
  /** For one page. */
  readonly pageMs: number;
  /** Ends a reading that is under way. */
  readonly signal: AbortSignal;
  /** The list was read anew after the server said that it changed, or was cleared. */
  readonly onTools: (list: ToolList) => void;
}

/** The tools of one run: read once at its start, and anew whenever the server says that they changed. */
export class LiveTools {
  private current: ToolList = noTools;
  private connection: Connection | undefined;
  private readonly relisting: Debounced;

  constructor(private readonly parts: LiveToolsParts) {
    this.relisting = new Debounced(parts.debounceMs, () => this.readAgain());
  }

  get list(): ToolList {
    return this.current;
  }

  has(tool: string): boolean {
    return this.current.tools.some(({ name }) => name === tool);
  }

  /** The first reading. Rejects when not even one page can be read. */
  async read(connection: Connection, onPage: (page: number) => void): Promise<void> {
    this.current = await this.readAll(connection, onPage);
    this.connection = connection;
  }

  /** The server says that its tools changed; servers say so in bursts. */
  changed(): void {
    this.relisting.poke();
  }

  /** The run is over. */
  end(): void {
    this.relisting.stop();
    if (this.current === noTools) return;
    this.current = noTools;
    this.parts.onTools(noTools);
  }

  private async readAgain(): Promise<void> {
    if (this.parts.signal.aborted) return;
    if (this.connection === undefined) {
      // Said while the first list is still being read, which may miss the change.
      this.relisting.poke();
      return;
    }
    try {
      this.current = await this.readAll(this.connection, () => undefined);
      this.parts.onTools(this.current);
    } catch (error) {
      if (this.parts.signal.aborted) return;
      this.parts.log.note(`The changed tool list could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async readAll(connection: Connection, onPage: (page: number) => void): Promise<ToolList> {
    if (!connection.hasTools) return noTools;
    const { signal, pageMs: timeoutMs, log } = this.parts;
    const list = await readToolList((cursor, page) => {
      onPage(page);
      return connection.request('tools/list', cursor === undefined ? {} : { cursor }, { signal, timeoutMs });
    });
    for (const remark of list.remarks) log.note(remark);
    return list;
  }
}
