import type { Problem } from '../../preload/contract/problem.js';
import type { CommandPart, TrustReview } from '../../preload/contract/trust.js';
import { sameDefinition } from '../config/changes.js';
import type { ServerDefinition, ServerEntry } from '../config/definition.js';
import type { FolderTrust } from '../trust/folder-trust.js';
import { buildReview, revealValue } from '../trust/review.js';
import type { EntryTrust } from './cards.js';
import { RouteError } from './route-error.js';

const outdated = 'A config file changed while you were reading. Nothing was trusted. Look at the new list, then decide.';

/** What the consent of a folder is built with. */
export interface ConsentParts {
  readonly trust: FolderTrust;
  /** Key of the hashes of definitions. */
  readonly key: Uint8Array;
  /** The folder is trusted for this run only; nothing is remembered (`--trust` of the terminal). */
  readonly trustThisRun: boolean;
}

/** What the person has agreed to in one folder. The entries come from whoever read the files. */
export class FolderConsent {
  private servers: ReadonlyMap<string, EntryTrust> = new Map();
  private folderTrusted = false;

  constructor(
    private readonly folder: string,
    private readonly parts: ConsentParts,
  ) {}

  get trusted(): boolean {
    return this.parts.trustThisRun || this.folderTrusted;
  }

  /** Why nothing is trusted, when the file that remembers trust could not be used. */
  get problem(): Problem | undefined {
    return this.parts.trust.problem;
  }

  /** What trust says of the entry of that name, as of the last `judge`. */
  of(name: string): EntryTrust {
    return this.parts.trustThisRun ? 'trusted' : (this.servers.get(name) ?? 'new');
  }

  /** Holds these entries against what was agreed to. */
  judge(entries: readonly ServerEntry[]): void {
    const verdict = this.parts.trust.verdict(this.folder, entries);
    this.folderTrusted = verdict.trusted;
    this.servers = verdict.servers;
  }

  /** What a yes would cover. */
  review(entries: readonly ServerEntry[]): TrustReview {
    return buildReview({ folder: this.folder, entries, trust: this.parts.trust, key: this.parts.key });
  }

  /** One masked value in full, for the trust dialog. @throws RouteError `review-outdated`, `unknown-value` */
  reveal(entries: readonly ServerEntry[], token: string, wanted: { server: string; kind: 'env' | 'header'; name: string }): CommandPart[] {
    if (this.review(entries).token !== token) throw new RouteError('review-outdated', outdated);
    const value = revealValue(entries, wanted.server, wanted.kind, wanted.name);
    if (value === undefined) throw new RouteError('unknown-value', `“${wanted.server}” has no value “${wanted.name}”.`);
    return value;
  }

  /** Remembers a yes to exactly what the review with this token showed. @throws RouteError `review-outdated` */
  async accept(entries: readonly ServerEntry[], token: string): Promise<void> {
    if (this.review(entries).token !== token) throw new RouteError('review-outdated', outdated);
    await this.parts.trust.accept(this.folder, entries);
    this.judge(entries);
  }

  /** Counts adding an entry as the yes to that entry, and to no other. */
  async acceptAdded(entries: readonly ServerEntry[], name: string, definition: ServerDefinition): Promise<void> {
    // The file may have been edited by another hand meanwhile: only what was typed is agreed to.
    const added = entries.filter(
      (entry) => entry.name === name && entry.definition.ok && sameDefinition(entry.definition.value, definition),
    );
    await this.parts.trust.acceptMore(this.folder, added);
    this.judge(entries);
  }
}
