import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listSources } from './list-sources.mjs';

/** A file is read in one sitting. */
const longest = 250;
const endings = ['.ts', '.svelte', '.mjs', '.cjs', '.js', '.css'];
/** Names that say nothing about what a file holds. */
const empty = /(^|[.-])(utils?|helpers?|misc|common)([.-]|$)/;

/**
 * What is wrong with one file's length or name.
 * @param {string} file path relative to the checkout
 * @param {string} text
 * @returns {string[]}
 */
export function sourceFileFaults(file, text) {
  const faults = [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > longest) faults.push(`${file}: ${lines} lines; split it, ${longest} is the most`);
  const name = path.posix.basename(file);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(name)) faults.push(`${file}: file names are in kebab-case`);
  if (empty.test(name.slice(0, name.lastIndexOf('.')))) faults.push(`${file}: name it by the thing that it holds`);
  return faults;
}

/**
 * Checks all source files of the checkout, tests included.
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function checkSourceFiles(root) {
  const faults = [];
  for (const file of await listSources(root, endings))
    faults.push(...sourceFileFaults(file, await readFile(path.join(root, file), 'utf8')));
  return faults;
}
