import type { CallOutcome, CallRoute, CallView } from '../../preload/contract/call.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';
import type { CallAnswer } from '../servers/supervisor.js';
import type { Clearance } from '../trust/call-gate.js';

/** One call as any of the routes asks for it. */
export interface CallRequest {
  readonly callId: string;
  readonly route: CallRoute;
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export type Progress = NonNullable<CallView['progress']>;

/** The parts that a call passes, in order: the gate, then the server. */
export interface CallParts {
  clear(request: CallRequest, signal: AbortSignal): Promise<Clearance>;
  /** Sends the call; rejects with an error that has a `code`, a message for the person and perhaps a `stderrTail`. */
  send(request: CallRequest, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<CallAnswer>;
}

/** What a rejected `send` may carry. */
interface CallFailure {
  readonly code?: unknown;
  readonly stderrTail?: unknown;
}

function failureOutcome(error: unknown, ms: number): CallOutcome {
  const { code, stderrTail }: CallFailure = typeof error === 'object' && error !== null ? error : {};
  return {
    kind: 'failed',
    code: typeof code === 'string' ? code : 'unexpected',
    message: error instanceof Error ? error.message : String(error),
    stderrTail: Array.isArray(stderrTail) ? stderrTail.map(String) : [],
    ms,
  };
}

/**
 * All calls of the open folder, from the question to the outcome. The window sees views of them and
 * may reload at any time: the calls live here.
 */
export class Calls {
  private readonly views = new Map<string, CallView>();
  private readonly cancels = new Map<string, AbortController>();

  constructor(
    private readonly parts: CallParts,
    private readonly onChange: (view: CallView) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Oldest first; running ones and the last `limits.callsKept` ended ones. */
  list(): CallView[] {
    return [...this.views.values()];
  }

  /**
   * Takes one call through gate and server. Never rejects: every end is an outcome.
   * A second call under a running id is refused, so that a cancel is never ambiguous.
   */
  async run(request: CallRequest): Promise<CallOutcome> {
    if (this.cancels.has(request.callId)) {
      return { kind: 'blocked', code: 'duplicate-call', message: `A call with the id ${request.callId} is still running.` };
    }
    const cancel = new AbortController();
    this.cancels.set(request.callId, cancel);
    const { callId: id, route, server, tool, args } = request;
    this.update({ id, route, server, tool, args, at: this.now(), status: 'asking' });
    const outcome = await this.pass(request, cancel.signal);
    this.cancels.delete(request.callId);
    this.end(id, outcome);
    return outcome;
  }

  /** Asks a running call to stop; an ended or unknown one is no error. */
  cancel(callId: string): void {
    this.cancels.get(callId)?.abort();
  }

  /** Stops them all; each still ends with its own outcome. */
  cancelAll(): void {
    for (const controller of this.cancels.values()) controller.abort();
  }

  private async pass(request: CallRequest, signal: AbortSignal): Promise<CallOutcome> {
    let sentAt = this.now();
    try {
      const clearance = await this.parts.clear(request, signal);
      if (signal.aborted) return { kind: 'cancelled', ms: 0 };
      if (!clearance.allowed) return clearance.outcome;
      this.change(request.callId, { status: 'running' });
      sentAt = this.now();
      // What runs is what was shown: the gate's own copy of the arguments, not the caller's object.
      const cleared = { ...request, args: clearance.args };
      const { result, ms } = await this.parts.send(cleared, signal, (progress) => this.change(request.callId, { progress }));
      return { kind: 'done', result, ms, approvedBy: clearance.approvedBy };
    } catch (error) {
      const ms = this.now() - sentAt;
      return signal.aborted ? { kind: 'cancelled', ms } : failureOutcome(error, ms);
    }
  }

  private end(id: string, outcome: CallOutcome): void {
    this.change(id, { status: 'ended', outcome });
    const ended = [...this.views.values()].filter((view) => view.status === 'ended');
    for (const view of ended.slice(0, Math.max(0, ended.length - limits.callsKept))) this.views.delete(view.id);
  }

  private change(id: string, part: Partial<CallView>): void {
    const view = this.views.get(id);
    if (view !== undefined) this.update({ ...view, ...part });
  }

  private update(view: CallView): void {
    this.views.set(view.id, view);
    this.onChange(view);
  }
}
