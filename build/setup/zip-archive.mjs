/**
 * Reads a zip file with Node's own means, since a bare system may have no `unzip`. It knows what the Electron archive needs: stored
 * and deflated entries, file modes, no zip64, no encryption. The archive's hash is checked before it comes here; names are checked anyway.
 */
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);
const endMarker = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;
const directoryMarker = 0x02014b50;
const directoryBytes = 46;
const localBytes = 30;
const deflated = 8;

/**
 * @typedef {object} ZipEntry
 * @property {string} name path inside the archive, folders end in `/`
 * @property {number} mode POSIX permission bits, 0 when not told
 * @property {number} method 0 stored, 8 deflated
 * @property {number} packed bytes in the archive
 * @property {number} offset where the entry's local header starts
 */

/**
 * Unpacks the entries for which `place` answers a relative path, and leaves out those for which it answers undefined.
 * @param {string} archive
 * @param {string} folder
 * @param {(name: string) => string | undefined} place
 * @returns {Promise<number>} how many files were written
 * @throws {Error} when the file is no zip file that this reader knows
 */
export async function unpackZip(archive, folder, place) {
  const file = await open(archive, 'r');
  try {
    const made = new Set();
    let written = 0;
    for (const entry of await listEntries(file)) {
      const target = entry.name.endsWith('/') ? undefined : place(entry.name);
      if (target === undefined) continue;
      const whole = path.resolve(folder, target);
      if (!whole.startsWith(path.resolve(folder) + path.sep)) throw new Error(`The archive names a file outside its folder: ${target}`);
      const parent = path.dirname(whole);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      await writeFile(whole, await readEntry(file, entry), { mode: entry.mode || 0o644 });
      written += 1;
    }
    return written;
  } finally {
    await file.close();
  }
}

/** @param {import('node:fs/promises').FileHandle} file */
async function listEntries(file) {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - endBytes - longestComment), Math.min(size, endBytes + longestComment));
  let at = tail.length - endBytes;
  while (at >= 0 && tail.readUInt32LE(at) !== endMarker) at -= 1;
  if (at < 0) throw new Error('This is not a zip file: its end record is missing.');
  const count = tail.readUInt16LE(at + 10);
  const directory = await readAt(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
  /** @type {ZipEntry[]} */
  const entries = [];
  for (let index = 0, position = 0; index < count; index += 1) {
    if (directory.readUInt32LE(position) !== directoryMarker) throw new Error(`The zip file's directory is damaged at entry ${index}.`);
    const nameBytes = directory.readUInt16LE(position + 28);
    entries.push({
      name: directory.toString('utf8', position + directoryBytes, position + directoryBytes + nameBytes),
      mode: (directory.readUInt32LE(position + 38) >>> 16) & 0o777,
      method: directory.readUInt16LE(position + 10),
      packed: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    });
    position += directoryBytes + nameBytes + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32);
  }
  return entries;
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {ZipEntry} entry
 */
async function readEntry(file, entry) {
  const header = await readAt(file, entry.offset, localBytes);
  const start = entry.offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(file, start, entry.packed);
  if (entry.method === 0) return packed;
  if (entry.method === deflated) return inflate(packed);
  throw new Error(`The zip file packs ${entry.name} in a way (${entry.method}) that this reader does not know.`);
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function readAt(file, position, length) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new Error('The zip file ends too early.');
  return buffer;
}
