import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../limits.js';

/** A piece of a whole result; offsets count characters (UTF-16 units) of its JSON text. */
export interface ResultRange {
  readonly text: string;
  readonly total: number;
}

/** What `keep` answers: where the whole result lies, and how large it is. */
export interface KeptResult {
  readonly resultId: string;
  /** Bytes of the JSON text. */
  readonly bytes: number;
}

// Starts with the time, so that names sort by age.
const idPattern = /^[0-9a-z]{9}-[0-9a-f]{20}$/;

/**
 * Whole results on disk, one file each, readable by the person alone (mode 600). The newest `limits.resultsKept` stay.
 * Ids come from outside again, so each is checked against its pattern before it is part of a path.
 */
export class ResultStore {
  private lastPrune: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** Writes one result. Rejects with the file system's error. */
  async keep(result: unknown): Promise<KeptResult> {
    const json = JSON.stringify(result) ?? 'null';
    const resultId = `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(10).toString('hex')}`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const temporary = path.join(this.folder, `${resultId}.part`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(json, 'utf8');
    } finally {
      await file.close();
    }
    await rename(temporary, this.fileOf(resultId));
    await this.prune();
    return { resultId, bytes: Buffer.byteLength(json, 'utf8') };
  }

  /** A range of a kept result; undefined when the id is none of ours or the result is gone. */
  async read(resultId: string, offset: number, limit: number): Promise<ResultRange | undefined> {
    if (!idPattern.test(resultId)) return undefined;
    try {
      const text = await readFile(this.fileOf(resultId), 'utf8');
      return { text: text.slice(offset, offset + limit), total: text.length };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private fileOf(resultId: string): string {
    return path.join(this.folder, `${resultId}.json`);
  }

  /** One after the other: two at once would count the same files twice. */
  private prune(): Promise<void> {
    this.lastPrune = this.lastPrune.then(() => this.removeOldest());
    return this.lastPrune;
  }

  private async removeOldest(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort();
    const old = names.slice(0, Math.max(0, names.length - limits.resultsKept));
    await Promise.all(old.map((name) => rm(path.join(this.folder, name), { force: true })));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
