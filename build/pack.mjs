/**
 * `npm run pack`: an unpacked app in dist/, for tests, without a network. `npm run dist`: installers for release, which refuse an Electron
 * that is out of support.
 */
import path from 'node:path';
import { buildWhenStale } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { findElectron } from './setup/electron-binary.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, SetupProblem, tellFailure } from './setup/report.mjs';
import { runCommand } from './setup/run-command.mjs';

const say = reporter(process.stderr);
const platformFlags = { linux: '--linux', darwin: '--mac', win32: '--win' };

async function pack(env, forTest) {
  checkNodeVersion(process.versions.node);
  await installDependencies({ root, env, say });
  await buildWhenStale({ root, env, say });
  const electron = await findElectron({ root, env, say });
  checkRelease(electron, forTest);
  const script = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
  const args = [
    platformFlags[process.platform],
    ...(forTest ? ['dir'] : []),
    '--publish=never',
    `--config.electronDist=${electron.folder}`,
    `--config.electronVersion=${electron.version}`,
  ];
  say(`Packaging with electron-builder ${args.join(' ')} …`);
  // A name on the command line would win over the folder that was just found.
  const builderEnv = { ...env };
  delete builderEnv.ELECTRON_OVERRIDE_DIST_PATH;
  const result = await runCommand(process.execPath, [script, ...args], { cwd: root, env: builderEnv, toStderr: true });
  if (result.code !== 0) {
    throw new SetupProblem(
      'pack-failed',
      'electron-builder could not make the package; its own words are above.',
      'mend what they name, then run again.',
    );
  }
  say(`Packaged into ${path.join(root, 'dist')}.`);
  return 0;
}

/** A package for release never carries an Electron that gets no security fixes. */
function checkRelease(electron, forTest) {
  if (!electron.outOfSupport) return;
  if (forTest) {
    say(`This package is for tests only: Electron ${electron.version} is out of support.`);
    return;
  }
  throw new SetupProblem(
    'electron-out-of-support',
    `a release is never made with Electron ${electron.version}, which is out of support.`,
    'make it where the pinned Electron can be downloaded, or name its folder by ELECTRON_OVERRIDE_DIST_PATH. For a test package: npm run pack.',
  );
}

process.exitCode = await pack(process.env, process.argv.includes('--test')).catch((error) => tellFailure(say, error));
