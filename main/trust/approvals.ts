import { randomUUID } from 'node:crypto';
import type { Approval, ApprovalAnswer } from '../../preload/contract/call.js';
import type { Result } from '../../preload/contract/problem.js';

/** A question to put to the person: an approval before it has an id and a time. */
export type ApprovalQuestion = Omit<Approval, 'id' | 'at'>;

/** The person's answer, or `withdrawn` when the call ended or the folder was closed first. */
export type ApprovalOutcome = ApprovalAnswer | { readonly kind: 'withdrawn' };

/**
 * What a grant is bound to: server identity (a hash of its definition), server, tool, and hash of the tool. When one
 * of them changes, the grant no longer fits.
 */
export interface GrantSubject {
  readonly serverIdentity: string;
  readonly server: string;
  readonly tool: string;
  readonly toolHash: string;
}

interface OpenQuestion {
  readonly approval: Approval;
  readonly settle: (outcome: ApprovalOutcome) => void;
}

const grantKey = ({ serverIdentity, server, tool, toolHash }: GrantSubject): string =>
  JSON.stringify([serverIdentity, server, tool, toolHash]);

/**
 * Open questions and the grants of this conversation. Both live in the engine, so that a window that reloads finds
 * them again; neither outlives the app or the open folder.
 */
export class Approvals {
  private readonly open = new Map<string, OpenQuestion>();
  private readonly grants = new Set<string>();

  constructor(private readonly options: { readonly onChange: () => void; readonly now?: () => number }) {}

  /** Open questions, oldest first. */
  pending(): Approval[] {
    return [...this.open.values()].map(({ approval }) => approval);
  }

  /** Puts a question and waits for its end. Aborting withdraws it. Never rejects. */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalOutcome> {
    if (signal.aborted) return Promise.resolve({ kind: 'withdrawn' });
    const approval: Approval = { ...question, id: randomUUID(), at: (this.options.now ?? Date.now)() };
    return new Promise((settled) => {
      const withdraw = (): void => this.settle(approval.id, { kind: 'withdrawn' });
      signal.addEventListener('abort', withdraw, { once: true });
      const settle = (outcome: ApprovalOutcome): void => {
        signal.removeEventListener('abort', withdraw);
        settled(outcome);
      };
      this.open.set(approval.id, { approval, settle });
      this.options.onChange();
    });
  }

  /** Answers one open question, once. */
  answer(id: string, answer: ApprovalAnswer): Result<Approval> {
    const approval = this.open.get(id)?.approval;
    if (approval === undefined) {
      const message = 'This question is no longer open: it was answered, or its call has ended. Nothing was allowed.';
      return { ok: false, problem: { code: 'unknown-approval', severity: 'error', message } };
    }
    this.settle(id, answer);
    return { ok: true, value: approval };
  }

  /** Remembers a yes to this tool, for any arguments. */
  grant(subject: GrantSubject): void {
    this.grants.add(grantKey(subject));
  }

  isGranted(subject: GrantSubject): boolean {
    return this.grants.has(grantKey(subject));
  }

  /** Withdraws all questions and drops all grants: the folder is closed. */
  clear(): void {
    this.grants.clear();
    for (const id of [...this.open.keys()]) this.settle(id, { kind: 'withdrawn' });
  }

  private settle(id: string, outcome: ApprovalOutcome): void {
    const question = this.open.get(id);
    if (!this.open.delete(id)) return;
    question?.settle(outcome);
    this.options.onChange();
  }
}
