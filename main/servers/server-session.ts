import type { LogLine, ServerState } from '../../preload/contract/server.js';
import type { ServerDefinition } from '../config/definition.js';
import { sameDefinition } from '../config/changes.js';
import { secretValues } from '../config/masking.js';
import { failureOf, stopCause } from './failures.js';
import { ServerLog } from './server-log.js';
import { ServerRun, type RunParts } from './server-run.js';
import type { ServerStatus } from './server-status.js';
import type { RawAnswer, ToolCall } from './tool-call.js';
import type { ToolList } from './tool-listing.js';

/** Why a server is to be stopped; the words of the contract. */
export type StopReason = Extract<ServerState, { kind: 'stopped' }>['reason'];

/** What a session is built with: everything of its runs but what changes from run to run. */
export interface SessionParts extends Pick<RunParts, 'clocks' | 'clientInfo' | 'workspace' | 'verdicts' | 'pad'> {
  readonly onChange: () => void;
  readonly onToolsChanged: () => void;
}

type Wanted = { readonly kind: 'run'; readonly definition: ServerDefinition } | { readonly kind: 'stopped'; readonly reason: StopReason };

/**
 * One server under supervision, over all its runs: what is wanted of it, and the one loop that makes it so. Whatever is asked in
 * whatever order, at most one run exists at a time (PITFALLS P5), and the last wish wins.
 */
export class ServerSession {
  private current: ServerState = { kind: 'stopped', reason: 'not-started', at: Date.now() };
  private list: ToolList = { tools: [], rejected: [], remarks: [] };
  private logbook: ServerLog = new ServerLog();
  private calls = 0;
  private errors = 0;
  private run: ServerRun | undefined;
  private wanted: Wanted = { kind: 'stopped', reason: 'not-started' };
  private pending = false;
  private force = false;
  private loop: Promise<void> | undefined;

  constructor(
    readonly name: string,
    private definition: ServerDefinition,
    private readonly parts: SessionParts,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The running process of a local server. */
  get process(): ServerRun['process'] {
    return this.run?.process;
  }

  /** True while it is starting or stopping. */
  get busy(): boolean {
    return this.loop !== undefined;
  }

  /** `timeout` of the entry, milliseconds. */
  get callTimeoutMs(): number | undefined {
    return this.definition.timeoutMs;
  }

  /** Resolves when nothing is starting or stopping. */
  get settled(): Promise<void> {
    return this.loop ?? Promise.resolve();
  }

  /** Without `health`, which is measured for all servers together. */
  status(): Omit<ServerStatus, 'health'> {
    const { tools, rejected, cut } = this.list;
    return {
      state: this.current,
      definition: this.definition,
      tools,
      rejectedTools: rejected,
      ...(cut === undefined ? {} : { toolsCut: cut }),
      calls: this.calls,
      errors: this.errors,
      noiseLines: this.logbook.noiseCount,
    };
  }

  log(): LogLine[] {
    return this.logbook.lines();
  }

  /** Writes a line of ours into the log. */
  note(text: string): void {
    this.logbook.note(text);
  }

  /** Starts, or joins a start or a run of the same definition. Resolves when settled. */
  start(definition: ServerDefinition): Promise<void> {
    const { wanted } = this;
    const alive = this.loop !== undefined || this.current.kind === 'ready';
    if (alive && wanted.kind === 'run' && sameDefinition(wanted.definition, definition)) return this.settled;
    return this.want({ kind: 'run', definition });
  }

  /** Ends what runs and starts anew; several in one turn are one. */
  restart(definition: ServerDefinition): Promise<void> {
    return this.want({ kind: 'run', definition });
  }

  /** Resolves when nothing of the server is left. */
  stop(reason: StopReason, force: boolean): Promise<void> {
    if (force) {
      this.force = true;
      // A stop that is under way skips its grace times.
      void this.run?.stop(true);
    }
    if (this.run === undefined && this.loop === undefined) return Promise.resolve();
    return this.want({ kind: 'stopped', reason });
  }

  /** Calls one tool and counts it. Rejects with CallError. */
  async call(call: Omit<ToolCall, 'serverGone'>, ready: ServerRun): Promise<RawAnswer> {
    this.calls++;
    try {
      const answer = await ready.call(call);
      if (saysError(answer.raw)) this.errors++;
      return answer;
    } catch (error) {
      if (!call.signal.aborted) this.errors++;
      throw error;
    } finally {
      this.parts.onChange();
    }
  }

  /** The run that can be called now. */
  get ready(): ServerRun | undefined {
    return this.current.kind === 'ready' ? this.run : undefined;
  }

  private want(wanted: Wanted): Promise<void> {
    this.wanted = wanted;
    this.pending = true;
    // A start that is under way is given up, so that the loop comes round.
    if (this.current.kind === 'starting' && this.run !== undefined) {
      this.become({ kind: 'stopping', since: Date.now() });
      void this.run.stop(this.force);
    }
    this.loop ??= this.converge();
    return this.loop;
  }

  private async converge(): Promise<void> {
    try {
      while (this.pending && (await this.endRun())) {
        // Read only now: what was asked while the old run ended is what counts.
        const { wanted } = this;
        this.pending = false;
        if (wanted.kind === 'run') await this.beginRun(wanted.definition);
        else this.become({ kind: 'stopped', reason: wanted.reason, at: Date.now() });
      }
    } finally {
      // In the same turn as the last look at `pending`: a wish that comes later starts a loop of its own.
      this.loop = undefined;
      this.force = false;
    }
  }

  /** False when something of the run cannot be ended: nothing else is started beside it. */
  private async endRun(): Promise<boolean> {
    const { run } = this;
    if (run === undefined) return true;
    if (this.current.kind === 'ready') this.become({ kind: 'stopping', since: Date.now() });
    const left = await run.stop(this.force);
    if (left.length > 0) {
      this.pending = false;
      this.become({ kind: 'failed', failure: failureOf(stopCause(left), this.definition, this.logbook) });
      return false;
    }
    this.run = undefined;
    return true;
  }

  private async beginRun(definition: ServerDefinition): Promise<void> {
    this.definition = definition;
    this.calls = 0;
    this.errors = 0;
    this.logbook = new SpokenLog(secretValues(definition), this.parts.onChange);
    const run = new ServerRun({
      ...this.parts,
      spec: { name: this.name, definition },
      log: this.logbook,
      onState: (state) => {
        if (this.run === run && !this.pending) this.become(state);
      },
      onTools: (list) => {
        this.list = list;
        this.parts.onToolsChanged();
        this.parts.onChange();
      },
    });
    this.run = run;
    await run.start();
  }

  private become(state: ServerState): void {
    this.current = state;
    this.parts.onChange();
  }
}

/** A log that tells of skipped stdout lines, which a card counts. */
class SpokenLog extends ServerLog {
  constructor(
    secrets: readonly string[],
    private readonly onNoise: () => void,
  ) {
    super(secrets);
  }

  override noise(text: string): void {
    super.noise(text);
    this.onNoise();
  }
}

function saysError(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'isError' in raw && raw.isError === true;
}
