import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupProblem } from './report.mjs';
import { runCommand } from './run-command.mjs';

/** What a Linux needs beside Node: the libraries that Electron links to, and a virtual display where there is no real one. */
const libraryPackages = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2'];
const displayPackages = ['xvfb', 'xauth'];
const displayCommands = ['xvfb-run', 'Xvfb', 'xauth'];
const aptLimitMs = 15 * 60_000;

/**
 * The libraries that `ldd` could not find.
 * @param {string} lddOutput
 * @returns {string[]}
 */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]).filter((name, at, all) => all.indexOf(name) === at);
}

/**
 * Whether /etc/os-release names Debian or one of its children, where apt-get and these package names exist.
 * @param {string} osRelease
 */
export function isDebianLike(osRelease) {
  return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(osRelease);
}

/**
 * Makes sure that Electron's libraries and, when asked, a virtual display are there. Does nothing on other systems than Linux.
 * @param {object} options
 * @param {string} options.executable Electron's executable
 * @param {boolean} options.virtualDisplay whether xvfb is needed
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @throws {SetupProblem} `system-packages-missing`, `apt-failed`
 */
export async function ensureSystemPackages({ executable, virtualDisplay, env, say }) {
  if (process.platform !== 'linux') return;
  const missing = await findMissing(executable, virtualDisplay, env);
  if (missing.packages.length === 0) return;
  const what = shortList(missing.names);
  const debian = isDebianLike(await readFile('/etc/os-release', 'utf8').catch(() => ''));
  const asRoot = process.getuid?.() === 0 ? '' : 'sudo ';
  const byHand = debian
    ? `run this once: ${asRoot}apt-get update && ${asRoot}apt-get install -y ${(await namesHere(missing.packages, env)).join(' ')}`
    : `install with your system's package manager what Debian calls ${missing.packages.join(', ')}.`;
  if (!debian || process.getuid?.() !== 0 || env.GREENROOM_NO_APT === '1') {
    throw new SetupProblem('system-packages-missing', `this system lacks ${what}.`, byHand);
  }
  say(`This system lacks ${what}. Installing as root: apt-get install ${missing.packages.join(' ')} (GREENROOM_NO_APT=1 forbids this) …`);
  await aptInstall(missing.packages, env, byHand);
  const left = await findMissing(executable, virtualDisplay, env);
  if (left.names.length > 0) {
    throw new SetupProblem('system-packages-missing', `after the installation it still lacks ${shortList(left.names)}.`, byHand);
  }
  say(`Installed ${missing.packages.join(', ')}.`);
}

async function findMissing(executable, virtualDisplay, env) {
  const ldd = await runCommand('ldd', [executable], { env: { ...env, LC_ALL: 'C' }, capture: true });
  const libraries = missingLibraries(ldd.output);
  const commands = [];
  for (const name of virtualDisplay ? displayCommands : []) {
    if (!(await isOnPath(name, env))) commands.push(name);
  }
  return {
    names: [...libraries, ...commands],
    packages: [...(libraries.length > 0 ? libraryPackages : []), ...(commands.length > 0 ? displayPackages : [])],
  };
}

async function isOnPath(name, env) {
  for (const folder of (env.PATH ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    const found = await access(path.join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}

async function aptInstall(packages, env, byHand) {
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const run = async (command, args) => {
    const result = await runCommand(command, args, { env: aptEnv, capture: true, timeoutMs: aptLimitMs });
    if (result.code === 0) return;
    const why = result.timedOut ? 'it took longer than 15 minutes' : result.output.trim().split('\n').slice(-4).join(' ');
    throw new SetupProblem('apt-failed', `${command} ${args.join(' ')} failed: ${why}`, byHand);
  };
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...(await namesHere(packages, aptEnv))]);
}

/**
 * Debian 13 and Ubuntu 24.04 renamed some of these for their 64-bit time; the old names are not installable there.
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 */
function namesHere(packages, env) {
  return Promise.all(
    packages.map(async (name) => {
      const renamed = `${name}t64`;
      const shown = await runCommand('apt-cache', ['show', '--no-all-versions', renamed], { env, capture: true });
      return shown.code === 0 ? renamed : name;
    }),
  );
}

/** A bare system lacks thirty libraries; three show what it is about. */
function shortList(names) {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
