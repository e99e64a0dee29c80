import type { Problem } from '../../preload/contract/problem.js';
import type { ServerEntry } from '../config/definition.js';
import { maskedCommandLine } from '../config/masking.js';
import { hashDefinition } from './definition-hash.js';
import { readTrustFile, TrustNotSavedError, writeTrustFile, type TrustReading } from './trust-file.js';
import type { TrustedFolder, TrustedServer } from './trust-record.js';

/**
 * What trust says of one server: `changed` since it was agreed to; `uncovered` when it was hidden by another file's
 * entry of the same name at that time and has now come to light.
 */
export type ServerTrust = 'trusted' | 'new' | 'changed' | 'uncovered';

/** What trust says of one folder and of each of its readable entries. */
export interface TrustVerdict {
  readonly trusted: boolean;
  /** Epoch milliseconds. */
  readonly trustedAt?: number;
  /** By name. Entries that cannot be read are missing: there is nothing to agree to. */
  readonly servers: ReadonlyMap<string, ServerTrust>;
}

/** Where trust is kept, and the key of its hashes. */
export interface FolderTrustOptions {
  readonly file: string;
  readonly key: Uint8Array;
  /** Epoch milliseconds; the system's clock unless given. */
  readonly now?: () => number;
}

/**
 * Remembers which folders a person trusts, and which definitions exactly. A folder is known by its real path and
 * nothing else: neither its parent nor a link to it counts (the caller resolves links).
 */
export class FolderTrust {
  private saving: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: FolderTrustOptions,
    private reading: TrustReading,
  ) {}

  /** Reads the file. Never rejects: with a file that cannot be read nothing is trusted, and `problem` says why. */
  static async open(options: FolderTrustOptions): Promise<FolderTrust> {
    return new FolderTrust(options, await readTrustFile(options.file));
  }

  /** Why nothing is trusted, when the file could not be used. */
  get problem(): Problem | undefined {
    return this.reading.problem;
  }

  verdict(folder: string, entries: readonly ServerEntry[]): TrustVerdict {
    const known = this.folder(folder);
    const judged = entries.flatMap((entry) => (entry.definition.ok ? [[entry.name, this.judge(folder, entry)] as const] : []));
    return { trusted: known !== undefined, ...(known && { trustedAt: known.trustedAt }), servers: new Map(judged) };
  }

  /** What was agreed to under that name in that folder. */
  record(folder: string, name: string): TrustedServer | undefined {
    return this.folder(folder)?.servers.find((server) => server.name === name);
  }

  /**
   * Trusts the folder and exactly these definitions, disabled ones too; what was agreed to before and is not among
   * them is dropped. @throws TrustNotSavedError — then nothing is trusted that was not before
   */
  accept(folder: string, entries: readonly ServerEntry[]): Promise<void> {
    return this.change((folders) => {
      const others = folders.filter(({ path }) => path !== folder);
      return [...others, { path: folder, trustedAt: this.now(), servers: this.records(entries) }];
    });
  }

  /**
   * Adds these definitions to what is agreed to in a folder that is trusted already; does nothing in one that is not.
   * @throws TrustNotSavedError
   */
  acceptMore(folder: string, entries: readonly ServerEntry[]): Promise<void> {
    const names = new Set(entries.map((entry) => entry.name));
    return this.change((folders) =>
      folders.map((known) => {
        if (known.path !== folder) return known;
        return { ...known, servers: [...known.servers.filter(({ name }) => !names.has(name)), ...this.records(entries)] };
      }),
    );
  }

  /** @throws TrustNotSavedError — then the folder is still trusted, and the message says so */
  forget(folder: string): Promise<void> {
    return this.change((folders) => folders.filter(({ path }) => path !== folder));
  }

  private folder(path: string): TrustedFolder | undefined {
    return this.reading.folders.find((folder) => folder.path === path);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private judge(folder: string, entry: ServerEntry): ServerTrust {
    const known = this.record(folder, entry.name);
    if (known === undefined || !entry.definition.ok) return 'new';
    if (known.file !== entry.source.file && known.hid.includes(entry.source.file)) return 'uncovered';
    return hashDefinition(this.options.key, entry.definition.value).whole === known.whole ? 'trusted' : 'changed';
  }

  private records(entries: readonly ServerEntry[]): TrustedServer[] {
    return entries.flatMap(({ name, source, hides, definition }) => {
      if (!definition.ok) return [];
      const { whole, parts } = hashDefinition(this.options.key, definition.value);
      return [
        {
          name,
          file: source.file,
          hid: hides.map(({ file }) => file),
          whole,
          parts: { ...parts },
          command: maskedCommandLine(definition.value),
        },
      ];
    });
  }

  /** One change at a time, on what the file says now: another window or the terminal may have written it. */
  private change(edit: (folders: readonly TrustedFolder[]) => TrustedFolder[]): Promise<void> {
    const next = this.saving.then(async () => {
      const present = await readTrustFile(this.options.file);
      // Writing over a file that is there but cannot be read would drop every other folder's trust.
      if (present.problem?.code === 'trust-file-unreadable') throw new TrustNotSavedError(this.options.file, present.problem.message);
      const folders = edit(present.folders);
      await writeTrustFile(this.options.file, folders);
      this.reading = { folders };
    });
    this.saving = next.catch(() => undefined);
    return next;
  }
}
