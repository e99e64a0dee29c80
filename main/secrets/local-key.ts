import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const keyBytes = 32;

/** Why the key could not be had. The message is meant for the person. */
export class LocalKeyError extends Error {
  constructor(
    readonly code: 'local-key-forbidden' | 'local-key-damaged' | 'local-key-unwritable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'LocalKeyError';
  }
}

function systemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown';
}

/**
 * The 32 random bytes under which definitions are hashed, so that the stored hashes say nothing about tokens in them.
 * Kept in `<stateFolder>/local.key` (mode 600), made on first use; two processes that make it at once get the same.
 * Rejects with `LocalKeyError`.
 */
export async function localKey(stateFolder: string): Promise<Uint8Array> {
  const file = join(stateFolder, 'local.key');
  const existing = await readKey(file);
  if (existing) return existing;
  await createKey(stateFolder, file);
  const made = await readKey(file);
  if (made) return made;
  throw new LocalKeyError('local-key-unwritable', `${file} was removed while it was made. Start Greenroom again.`);
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  try {
    // not through a link: it could lead to a file that others may read or replace
    const facts = await lstat(file);
    if (!facts.isFile()) {
      throw new LocalKeyError('local-key-damaged', `${file} is no ordinary file. Remove it; folders will ask for trust again.`);
    }
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0) await chmod(file, 0o600);
    const bytes = await readFile(file);
    if (bytes.length === keyBytes) return new Uint8Array(bytes);
    throw new LocalKeyError('local-key-damaged', `${file} does not hold a key of Greenroom. Remove it; folders will ask for trust again.`);
  } catch (cause) {
    if (cause instanceof LocalKeyError) throw cause;
    if (systemCode(cause) === 'ENOENT') return undefined;
    const message = `${file} cannot be read or kept private (${systemCode(cause)}). Make it yours with mode 600, or remove it; folders will ask for trust again.`;
    throw new LocalKeyError('local-key-forbidden', message, { cause });
  }
}

/** Writes the key whole under another name, then gives it its name unless another process was first. */
async function createKey(stateFolder: string, file: string): Promise<void> {
  const temporary = join(stateFolder, `.local.key.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(stateFolder, { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(keyBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(temporary, file).catch((cause: unknown) => {
      // FAT, some network and container file systems have no hard links
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(cause))) throw cause;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return;
    const message = `${file} cannot be made (${systemCode(cause)}). Greenroom keeps its key there: make the folder writable for you.`;
    throw new LocalKeyError('local-key-unwritable', message, { cause });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
