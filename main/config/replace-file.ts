import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from './read-file.js';

/** For a file that did not exist: an entry may hold tokens, so nobody else may read it. */
const newFileMode = 0o600;

/**
 * Replaces a file's whole text, or leaves it as it was: the text goes to a new file in the same folder, which is then
 * renamed over the old one. The old file's mode and owner are kept. `path` must be a real path: a link would be replaced.
 * Rejects with the system's error.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const old = await stat(path).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return undefined;
    throw cause;
  });
  const mode = old ? old.mode & 0o7777 : newFileMode;
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text, 'utf8');
      // the process's umask may have taken bits away
      await handle.chmod(mode);
      if (old && process.getuid?.() === 0) await handle.chown(old.uid, old.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
}
