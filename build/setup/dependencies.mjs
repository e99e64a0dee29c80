import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupProblem } from './report.mjs';
import { npmCommand, runCommand } from './run-command.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

/**
 * Compares the lock with what npm says it installed (`node_modules/.package-lock.json`, which npm writes when an install is complete).
 * @param {Lock} lock
 * @param {Lock | undefined} installed undefined when npm never finished an install
 * @returns {string | undefined} why an install is needed; undefined when everything is there
 */
export function whyInstall(lock, installed) {
  if (installed?.packages === undefined) return 'no dependencies are installed yet';
  for (const [place, wanted] of Object.entries(lock.packages ?? {})) {
    if (place === '') continue;
    const found = installed.packages[place];
    // Optional packages for other systems are in the lock, but never on this disk.
    if (found === undefined && (wanted.optional || wanted.devOptional)) continue;
    if (found === undefined) return `${nameOf(place)} is missing`;
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) {
      return `${nameOf(place)} is ${found.version}, but the lock says ${wanted.version}`;
    }
  }
  return undefined;
}

/** @param {string} place a key of the lock, such as `node_modules/a/node_modules/b` */
function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Runs `npm ci` when what is installed differs from the lock.
 * @param {object} options
 * @param {string} options.root
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @throws {SetupProblem} `npm-ci-failed`
 */
export async function installDependencies({ root, env, say }) {
  const lock = await readLock(path.join(root, 'package-lock.json'));
  const why = whyInstall(lock ?? {}, await readLock(path.join(root, 'node_modules', '.package-lock.json')));
  if (why === undefined) return;
  say(`Installing dependencies (${why}): npm ci, 15 to 60 seconds …`);
  const npm = npmCommand(env);
  const args = [...npm.prefix, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = await runCommand(npm.command, args, { cwd: root, env, toStderr: true });
  if (result.code === 0) return;
  const how = result.code === null ? 'could not be started or was ended' : `ended with exit code ${result.code}`;
  throw new SetupProblem(
    'npm-ci-failed',
    `npm ci ${how}; its own words are above.`,
    'check the network, the free disk space and npm\'s registry setting ("npm config get registry"), then run the same command again.',
  );
}

/**
 * @param {string} file
 * @returns {Promise<Lock | undefined>} undefined when it is missing or damaged: both mean that an install is needed
 */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
