import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Problem } from '../../preload/contract/problem.js';
import { TrustFile, type TrustedFolder } from './trust-record.js';

/** The yes could not be kept on disk, so it does not count (PITFALLS P41). */
export class TrustNotSavedError extends Error {
  override readonly name = 'TrustNotSavedError';
  readonly code = 'trust-not-saved';

  constructor(file: string, cause: unknown) {
    super(`Your answer could not be saved, so nothing has changed: ${words(cause)}. Make ${file} writable, then answer again.`, { cause });
  }
}

/** What `trust.json` says; with a problem, nothing is trusted. */
export interface TrustReading {
  readonly folders: readonly TrustedFolder[];
  readonly problem?: Problem;
}

const words = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
const isMissing = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

function parse(text: string): TrustFile | undefined {
  try {
    const parsed = TrustFile.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // no JSON: told by the caller like any other broken file
  }
}

/** Moves a file that cannot be understood out of the way, so that the next save does not destroy it. */
async function setAside(file: string): Promise<string> {
  const aside = `${file}.broken-${randomUUID().slice(0, 8)}`;
  try {
    await rename(file, aside);
    return `It was kept as ${aside}.`;
  } catch (cause) {
    return `It could not be moved away: ${words(cause)}.`;
  }
}

/** Reads the file. A missing one is empty; a broken one is set aside and trusts nothing; never throws. */
export async function readTrustFile(file: string): Promise<TrustReading> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return { folders: [] };
    const message = `${file} could not be read: ${words(cause)}. No folder is trusted until it can be. Check who may read it.`;
    return { folders: [], problem: { code: 'trust-file-unreadable', severity: 'error', message, file } };
  }
  const parsed = parse(text);
  if (parsed !== undefined) return { folders: parsed.folders };
  const message = `${file} was not in the form Greenroom writes, so no folder is trusted. ${await setAside(file)} Trust your folders again when you open them.`;
  return { folders: [], problem: { code: 'trust-file-broken', severity: 'error', message, file } };
}

/** Replaces the file in one step; nobody but the owner may read it. @throws TrustNotSavedError */
export async function writeTrustFile(file: string, folders: readonly TrustedFolder[]): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ version: 1, folders }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new TrustNotSavedError(file, cause);
  }
}
