import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { processByPid } from './process-table.js';
import type { ProcessIdentity } from './process-tree.js';

const Identity = z.object({ pid: z.number().int().positive(), started: z.number() });

/** What one run of the app writes down, so that the next one can prove which processes it left behind. */
export const RunRecord = z.object({
  app: Identity,
  /** Pids and start times mean nothing after a restart of the machine, or in another container. */
  boot: z.string(),
  namespace: z.string(),
  /** The first part of every marker of this run. */
  run: z.string().min(1),
  children: z.array(Identity),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** Where run records stand. */
export const runsFolder = (stateDir: string): string => path.join(stateDir, 'runs');

/** The part of a marker that names the run of the app. */
export const runOfMarker = (marker: string): string => marker.slice(0, Math.max(0, marker.lastIndexOf('.')));

/** This boot of the machine and this pid namespace; empty where the system does not tell. */
export function machineNow(): { readonly boot: string; readonly namespace: string } {
  try {
    return { boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), namespace: readlinkSync('/proc/self/ns/pid') };
  } catch {
    return { boot: '', namespace: '' };
  }
}

/** The record of this run of the app: open it before the first server starts, close it after the last one has ended. */
export class RunFile {
  #children: readonly ProcessIdentity[] = [];
  #launches = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly record: Omit<RunRecord, 'children'>,
  ) {}

  /** Writes `<stateDir>/runs/<app pid>-<run>.json`, mode 600. @throws when the folder cannot be written. */
  static async open(stateDir: string, platform: NodeJS.Platform = process.platform): Promise<RunFile> {
    const folder = runsFolder(stateDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const run = randomUUID();
    const started = (await processByPid(process.pid, platform))?.started ?? 0;
    const file = path.join(folder, `${process.pid}-${run.slice(0, 8)}.json`);
    const opened = new RunFile(file, { app: { pid: process.pid, started }, ...machineNow(), run });
    await opened.#write();
    return opened;
  }

  /** A marker for one launch, unique for good: `<run>.<number>`. */
  newMarker(): string {
    this.#launches += 1;
    return `${this.record.run}.${this.#launches}`;
  }

  /** Notes a child that runs. */
  add(child: ProcessIdentity): Promise<void> {
    this.#children = [...this.#children, { pid: child.pid, started: child.started }];
    return this.#write();
  }

  /** Notes that a child and all that it started are gone. */
  remove(child: ProcessIdentity): Promise<void> {
    this.#children = this.#children.filter((known) => known.pid !== child.pid || known.started !== child.started);
    return this.#write();
  }

  /** Takes the record away: nothing is left to be found. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await rm(this.file, { force: true });
  }

  #write(): Promise<void> {
    const next = async (): Promise<void> => {
      const fresh = `${this.file}.new`;
      await writeFile(fresh, JSON.stringify({ ...this.record, children: this.#children }), { mode: 0o600 });
      await rename(fresh, this.file);
    };
    // one at a time, whatever became of the one before
    this.#writing = this.#writing.then(next, next);
    return this.#writing;
  }
}
