import { createHash } from 'node:crypto';
import { readdir, readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupProblem } from './report.mjs';
import { runCommand } from './run-command.mjs';

/** Everything that the built app depends on. */
const inputs = ['main', 'preload', 'renderer', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
const stampFile = path.join('out', '.stamp');

/**
 * One hash over names and contents of all inputs. Contents, not times: a fresh clone or a changed branch has meaningless times.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function inputHash(root) {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(inputs.map((input) => filesUnder(root, input)))).flat().sort()) {
    const content = await readFile(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesUnder(root, relative) {
  const entries = await readdir(path.join(root, relative), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === undefined) return [relative];
  const nested = await Promise.all(entries.map((entry) => filesUnder(root, path.posix.join(relative, entry.name))));
  return nested.flat();
}

/**
 * Whether `out/` was built from the files as they are now.
 * @param {string} root
 */
export async function isFresh(root) {
  const stamp = await readFile(path.join(root, stampFile), 'utf8').catch(() => '');
  return stamp !== '' && stamp === (await inputHash(root));
}

/**
 * Builds `out/` when its inputs changed since the last build, or in any case with `force`.
 * @param {object} options
 * @param {string} options.root
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @param {boolean} [options.force]
 * @throws {SetupProblem} `build-failed`
 */
export async function buildWhenStale({ root, env, say, force = false }) {
  if (!force && (await isFresh(root))) return;
  say('Building main, preload and renderer …');
  const stamp = path.join(root, stampFile);
  const hash = await inputHash(root);
  await rm(stamp, { force: true });
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await runCommand(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], { cwd: root, env, toStderr: true });
  if (result.code !== 0) {
    throw new SetupProblem(
      'build-failed',
      'vite could not build the app; its own words are above.',
      'mend what they name, then run again.',
    );
  }
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
}
