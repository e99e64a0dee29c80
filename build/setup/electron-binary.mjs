import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { copy, electronFromNpm, isCopyMade } from './electron-from-npm.mjs';
import { cacheFolder } from './paths.mjs';
import { SetupProblem } from './report.mjs';
import { runCommand } from './run-command.mjs';

/** Electron's makers support the newest three majors. */
const supportedMajors = 3;
/**
 * Milliseconds for a download of about 110 MB. Where the copy from npm can step in, a dead network must not cost minutes; where that copy
 * was made already, the installer has failed here before and must not hold up each start.
 */
const installerLimitMs = { copyMade: 20_000, copyPossible: 180_000, alone: 900_000 };

/**
 * @typedef {object} FoundElectron
 * @property {string} folder the folder with the executable, as `ELECTRON_OVERRIDE_DIST_PATH` and electron-builder want it
 * @property {string} executable whole path of the executable
 * @property {string} version as its `version` file says, or `unknown`
 * @property {'override' | 'package' | 'installer' | 'npm-copy'} source where it came from
 * @property {boolean} outOfSupport no security fixes reach it: development and tests only
 */

/**
 * What the search needs from outside, so that its order can be tested without a network.
 * @typedef {object} ElectronSources
 * @property {string} packageFolder the installed `electron` package
 * @property {(file: string) => Promise<string | undefined>} read text of a file, undefined when it is not there
 * @property {(file: string) => Promise<boolean>} exists
 * @property {(timeoutMs: number) => Promise<boolean>} runInstaller the package's own download; whether it succeeded
 * @property {() => Promise<boolean>} isCopyMade
 * @property {() => Promise<string>} makeCopy the copy from npm; answers its folder
 */

/**
 * Whether a version gets no more fixes, seen from the version that package.json pins.
 * @param {string} version
 * @param {string} pinned
 */
export function isOutOfSupport(version, pinned) {
  const major = Number.parseInt(version, 10);
  return !(major > Number.parseInt(pinned, 10) - supportedMajors);
}

/**
 * The executable's place inside Electron's folder.
 * @param {NodeJS.Platform} platform
 */
export function executableIn(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Looks in this order: `ELECTRON_OVERRIDE_DIST_PATH`; the `electron` package's own `dist`; its installer; on Linux x64 the copy from npm.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {NodeJS.Platform} options.platform
 * @param {string} options.arch
 * @param {(line: string) => void} options.say
 * @param {ElectronSources} options.sources
 * @returns {Promise<FoundElectron>}
 * @throws {SetupProblem} `electron-override-empty`, `electron-unavailable`, or what making the copy throws
 */
export async function searchElectron({ env, platform, arch, say, sources }) {
  const pinned = JSON.parse((await sources.read(path.join(sources.packageFolder, 'package.json'))) ?? '{"version":"0"}').version;
  const describe = async (folder, source) => {
    const version = ((await sources.read(path.join(folder, 'version'))) ?? 'unknown').trim().replace(/^v/, '');
    const outOfSupport = source === 'npm-copy' || isOutOfSupport(version, pinned);
    return { folder, executable: path.join(folder, executableIn(platform)), version, source, outOfSupport };
  };

  if (env.ELECTRON_OVERRIDE_DIST_PATH) {
    const found = await describe(path.resolve(env.ELECTRON_OVERRIDE_DIST_PATH), 'override');
    if (await sources.exists(found.executable)) return found;
    throw new SetupProblem(
      'electron-override-empty',
      `ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${found.executable}.`,
      'let it name the folder that holds the Electron executable, or unset it.',
    );
  }
  const own = await describe(path.join(sources.packageFolder, 'dist'), 'package');
  if (own.version === pinned && (await sources.exists(own.executable))) return own;

  const copyFits = platform === 'linux' && arch === 'x64';
  say(`Downloading Electron ${pinned} with its own installer …`);
  const limit = !copyFits ? 'alone' : (await sources.isCopyMade()) ? 'copyMade' : 'copyPossible';
  if (await sources.runInstaller(installerLimitMs[limit])) {
    return describe(path.join(sources.packageFolder, 'dist'), 'installer');
  }
  if (copyFits) {
    say(`Electron ${pinned} could not be downloaded; Electron ${copy.version} from npm is used instead.`);
    return describe(await sources.makeCopy(), 'npm-copy');
  }
  throw new SetupProblem(
    'electron-unavailable',
    `Electron ${pinned} could not be downloaded for ${platform} ${arch}.`,
    'check the network ("npx install-electron" shows the details), or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that you have.',
  );
}

/**
 * Finds Electron for this machine and says which one runs and why.
 * @param {object} options
 * @param {string} options.root
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @returns {Promise<FoundElectron>}
 */
export async function findElectron({ root, env, say }) {
  const packageFolder = path.join(root, 'node_modules', 'electron');
  const sources = {
    packageFolder,
    read: (file) => readFile(file, 'utf8').catch(() => undefined),
    exists: (file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    runInstaller: async (timeoutMs) => {
      const result = await runCommand(process.execPath, [path.join(packageFolder, 'install.js')], { env, capture: true, timeoutMs });
      return result.code === 0;
    },
    isCopyMade: () => isCopyMade(cacheFolder(env)),
    makeCopy: () => electronFromNpm({ cache: cacheFolder(env), env, say }),
  };
  const found = await searchElectron({ env, platform: process.platform, arch: process.arch, say, sources });
  say(`Electron ${found.version}: ${reasons[found.source]} (${found.folder}).`);
  if (found.outOfSupport) {
    say('This Electron is out of support: for development and tests only, with no real accounts. The window says so, too.');
  }
  return found;
}

const reasons = {
  override: 'named by ELECTRON_OVERRIDE_DIST_PATH',
  package: 'the pinned version, already downloaded',
  installer: 'the pinned version, downloaded just now',
  'npm-copy': "Electron's own downloads cannot be reached from here",
};

/**
 * The environment in which the app, Playwright and electron-builder use the found Electron.
 * @param {NodeJS.ProcessEnv} env
 * @param {FoundElectron} found
 * @returns {NodeJS.ProcessEnv}
 */
export function electronEnvironment(env, found) {
  const made = { ...env, ELECTRON_OVERRIDE_DIST_PATH: found.folder };
  delete made.ELECTRON_RUN_AS_NODE;
  return made;
}
