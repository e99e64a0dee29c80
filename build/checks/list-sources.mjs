import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** What is made, fetched or not ours. */
const skipped = new Set(['node_modules', 'out', 'dist', 'test-results', 'playwright-report', '.git']);

/**
 * All files under a folder whose names end in one of the endings, as paths relative to it with `/`, sorted.
 * @param {string} root
 * @param {readonly string[]} endings with the dot
 * @param {string} [folder] where to start, relative to the root
 * @returns {Promise<string[]>}
 */
export async function listSources(root, endings, folder = '') {
  const found = [];
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const relative = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await listSources(root, endings, relative)));
    else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(relative);
  }
  return found.sort();
}
