import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * The folder for what is made once for all checkouts, outside the tree: `~/.cache/greenroom`, or `GREENROOM_CACHE`.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function cacheFolder(env) {
  if (env.GREENROOM_CACHE) return path.resolve(env.GREENROOM_CACHE);
  return path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'greenroom');
}
