import type { CallOutcome, CallRoute, Mode } from '../../preload/contract/call.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import type { ApprovalOutcome, Approvals, GrantSubject } from './approvals.js';
import { frozenArgs } from './frozen-args.js';
import { decide, type GateDecision, type GateRequest } from './gate.js';
import { readLinkOnDisk, type ReadLink } from './link-resolver.js';

/** A call that wants to run. */
export interface GatedCall {
  readonly callId: string;
  readonly route: CallRoute;
  readonly kind: 'mcp' | 'meta';
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** Run with exactly these arguments, or an outcome that says why not. */
export type Clearance =
  | { readonly allowed: true; readonly approvedBy: string; readonly args: JsonObject }
  | { readonly allowed: false; readonly outcome: Extract<CallOutcome, { kind: 'denied' | 'blocked' }> };

/** The state that a decision depends on, as it is at this moment. */
export interface GateState {
  readonly mode: Mode;
  readonly folderTrusted: boolean;
  /** Real path of the open folder. */
  readonly workspace: string;
}

/** One decision, for the record. `outcome` is what came of it; `rule` is why. */
export interface GateRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly callId: string;
  readonly route: CallRoute;
  readonly server: string;
  readonly tool: string;
  readonly mode: Mode;
  readonly outcome: 'run' | 'once' | 'conversation' | 'denied' | 'withdrawn' | 'blocked';
  readonly rule: string;
}

export interface CallGateOptions {
  readonly state: () => GateState;
  readonly home: string;
  /** What the tool is now; undefined when no ready server has it. */
  readonly subject: (server: string, tool: string) => Omit<GrantSubject, 'server' | 'tool'> | undefined;
  readonly approvals: Approvals;
  /** False where nobody can be asked: a call that would ask is refused, with `refusalHint` added. */
  readonly interactive: boolean;
  /** What the person can do about such a refusal. */
  readonly refusalHint?: string;
  /** Called once for every call that was checked. */
  readonly onDecision?: (record: GateRecord) => void;
  readonly readLink?: ReadLink;
  readonly now?: () => number;
}

const blocked = (code: string, message: string): Clearance => ({ allowed: false, outcome: { kind: 'blocked', code, message } });

/** The one place that every call passes, whatever its route (PRODUCT.md §6). */
export class CallGate {
  constructor(private readonly options: CallGateOptions) {}

  /** What `check` would say now, without asking anybody. */
  forecast(call: GatedCall): GateDecision {
    return this.decide(call, this.options.state());
  }

  /** Decides, and asks the person where the rules say so. Never rejects. The given arguments are copied first. */
  async check(call: GatedCall, signal: AbortSignal): Promise<Clearance> {
    const frozen = { ...call, args: frozenArgs(call.args) };
    const state = this.options.state();
    const decision = this.decide(frozen, state);
    const record = (outcome: GateRecord['outcome'], rule: string): void => this.record(frozen, state.mode, outcome, rule);
    if (decision.decision === 'blocked') {
      record('blocked', decision.message);
      return blocked(decision.code, decision.message);
    }
    if (decision.decision === 'run') {
      record('run', decision.rule);
      return { allowed: true, approvedBy: decision.rule, args: frozen.args };
    }
    if (!this.options.interactive) {
      record('blocked', decision.rule);
      return blocked('needs-approval', this.refusal(call, decision.rule));
    }
    return this.ask(frozen, state, decision.rule, signal);
  }

  private async ask(call: GatedCall, state: GateState, rule: string, signal: AbortSignal): Promise<Clearance> {
    const { callId, route, server, tool, args } = call;
    const before = this.subject(call);
    const answer = await this.options.approvals.ask({ callId, route, server, tool, args, mode: state.mode, rule }, signal);
    const record = (outcome: GateRecord['outcome'], why: string): void => this.record(call, state.mode, outcome, why);
    if (answer.kind === 'withdrawn' || answer.kind === 'deny') {
      record(answer.kind === 'deny' ? 'denied' : 'withdrawn', rule);
      return { allowed: false, outcome: { kind: 'denied', message: denial(answer) } };
    }
    const changed = this.changedMeanwhile(call, state, before);
    if (changed !== undefined) {
      record('blocked', changed);
      return blocked('changed-while-asking', changed);
    }
    if (answer.kind === 'conversation' && before !== undefined) this.options.approvals.grant(before);
    record(answer.kind, rule);
    return { allowed: true, approvedBy: answer.kind === 'once' ? 'You, this once' : 'You, for this conversation', args };
  }

  /** A yes holds for what was shown: same folder, still trusted, same server, same tool. */
  private changedMeanwhile(call: GatedCall, before: GateState, subject: GrantSubject | undefined): string | undefined {
    const now = this.options.state();
    const isSame = JSON.stringify(this.subject(call)) === JSON.stringify(subject);
    if (now.folderTrusted && now.workspace === before.workspace && isSame) return undefined;
    return `${call.server} › ${call.tool} changed or went away while the question was open, so it was not called. Call it again to be asked about what it is now.`;
  }

  private decide(call: GatedCall, state: GateState): GateDecision {
    const subject = this.subject(call);
    const granted = subject !== undefined && this.options.approvals.isGranted(subject);
    const place = { workspace: state.workspace, home: this.options.home, readLink: this.options.readLink ?? readLinkOnDisk };
    const { route, kind, server, tool, args } = call;
    const request: GateRequest = { route, kind, server, tool, args, mode: state.mode, folderTrusted: state.folderTrusted, place, granted };
    const decision = decide(request);
    if (decision.decision === 'blocked' || kind === 'meta' || subject !== undefined) return decision;
    const message = `No ready server “${server}” has a tool “${tool}”. Look at the server’s card, or list the tools.`;
    return { decision: 'blocked', code: 'unknown-tool', message };
  }

  private subject({ kind, server, tool }: GatedCall): GrantSubject | undefined {
    const found = kind === 'meta' ? undefined : this.options.subject(server, tool);
    return found && { server, tool, ...found };
  }

  private refusal({ server, tool }: GatedCall, rule: string): string {
    const hint = this.options.refusalHint === undefined ? '' : ` ${this.options.refusalHint}`;
    return `${server} › ${tool} was not called: it needs a yes and nobody can be asked here. ${rule}.${hint}`;
  }

  private record({ callId, route, server, tool }: GatedCall, mode: Mode, outcome: GateRecord['outcome'], rule: string): void {
    const at = (this.options.now ?? Date.now)();
    this.options.onDecision?.({ at, callId, route, server, tool, mode, outcome, rule });
  }
}

function denial(answer: Extract<ApprovalOutcome, { kind: 'deny' | 'withdrawn' }>): string {
  if (answer.kind === 'withdrawn') return 'The question was withdrawn before anybody answered it, so the call did not run.';
  const word = answer.word?.trim() ?? '';
  return word === '' ? 'The person said no to this call.' : `The person said no to this call: ${word}`;
}
