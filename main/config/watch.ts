import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { limits } from '../limits.js';
import { systemCode } from './read-file.js';

/** Ends the watching; no call comes after it. */
export interface ConfigWatch {
  close(): void;
}

/** Names of interest, by the folder in which they stand. */
type Interests = Map<string, Set<string>>;

/**
 * Calls `onChange` after the content of one of `files` has changed: written in place, replaced, created (with its folder),
 * removed, or its link pointed elsewhere. A touch without a change calls nothing. Start it before the files are
 * loaded, so that no change falls between. Where the system cannot watch a folder, Refresh still reads it.
 */
export function watchConfig(files: readonly string[], onChange: () => void): ConfigWatch {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let known = fingerprint(files);
  let closed = false;

  const settle = (): void => {
    // first watch, then look: a change in between is seen by the look
    const old = watchers;
    watchers = watchAll(interestsOf(files), schedule);
    for (const watcher of old) watcher.close();
    const now = fingerprint(files);
    if (now === known) return;
    known = now;
    onChange();
  };
  const schedule = (): void => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(settle, limits.configWatchDebounceMs);
  };

  watchers = watchAll(interestsOf(files), schedule);
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      watchers = [];
    },
  };
}

/** Each file's folder and the folder above it, or the nearest one that exists; behind a link, also where it leads. */
function interestsOf(files: readonly string[]): Interests {
  const interests: Interests = new Map();
  const add = (path: string): void => {
    const names = interests.get(dirname(path)) ?? new Set();
    interests.set(dirname(path), names.add(basename(path)));
  };
  for (const path of new Set(files.flatMap((file) => [file, ...realPath(file)]))) {
    add(path);
    let folder = dirname(path);
    add(folder);
    while (!existsSync(folder) && dirname(folder) !== folder) {
      folder = dirname(folder);
      add(folder);
    }
  }
  return interests;
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    // a file that does not exist has no real path; its folder is watched all the same
    return [];
  }
}

function watchAll(interests: Interests, changed: () => void): FSWatcher[] {
  return [...interests].flatMap(([folder, names]) => {
    const watcher = watchFolder(folder, names, changed);
    return watcher ? [watcher] : [];
  });
}

function watchFolder(folder: string, names: ReadonlySet<string>, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, (_event, name) => {
      // without a name, or with the folder's own (it was moved or removed), anything may have happened
      if (name === null || names.has(name) || name === basename(folder)) changed();
    });
    // Windows reports a removed folder as an error; looking again finds what is left
    watcher.on('error', () => {
      watcher.close();
      changed();
    });
    return watcher;
  } catch {
    // missing (the folder above is watched), or the system has no watches left: Refresh still reads
    return undefined;
  }
}

function fingerprint(files: readonly string[]): string {
  return files.map(contentMark).join('\n');
}

/** Synchronous on purpose: nothing may change between this look and the watchers. The files are few and capped. */
function contentMark(file: string): string {
  try {
    const facts = statSync(file);
    if (!facts.isFile()) return 'no file';
    if (facts.size > limits.configFileBytes) return 'too large';
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (cause) {
    return systemCode(cause);
  }
}
