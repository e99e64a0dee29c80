import type { EntryDraft } from '../../preload/contract/entry.js';
import type { Problem } from '../../preload/contract/problem.js';
import type { ServerDefinition } from './definition.js';

/** What a draft amounts to. `name`, `definition` and `entry` stand only when no problem is an error. */
export interface CheckedDraft {
  /** Errors and warnings; line and column where the draft is a JSON text. */
  readonly problems: readonly Problem[];
  /** The typed name, or the one inside a pasted `{ "mcpServers": { name: … } }`. */
  readonly name?: string;
  readonly definition?: ServerDefinition;
  /** What would be written under that name. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** Checks a typed entry by the rules that hold for files, and that its name is none of `taken`. */
export declare function checkDraft(draft: EntryDraft, taken: ReadonlySet<string>): CheckedDraft;
