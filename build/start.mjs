/**
 * `npm start [-- folder]`: everything from a fresh clone to an open window. Uses Node's own modules only until the dependencies are there.
 */
import path from 'node:path';
import { buildWhenStale } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { needsVirtualDisplay, openDisplay } from './setup/display.mjs';
import { electronEnvironment, findElectron } from './setup/electron-binary.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, tellFailure } from './setup/report.mjs';
import { runApp } from './setup/run-app.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const say = reporter(process.stderr);

async function start(env, args) {
  checkNodeVersion(process.versions.node);
  await installDependencies({ root, env, say });
  await buildWhenStale({ root, env, say });
  const electron = await findElectron({ root, env, say });
  await ensureSystemPackages({ executable: electron.executable, virtualDisplay: needsVirtualDisplay(process.platform, env), env, say });
  const display = await openDisplay({ env, say });
  try {
    say('Opening Greenroom. Close its window or press Ctrl-C to end it.');
    return await runApp({ electron, root, args, env: { ...electronEnvironment(env, electron), ...display.env }, say });
  } finally {
    await display.close();
  }
}

/** Folders are meant from where the person typed the command; npm runs us in the checkout and tells the former place. */
const typedIn = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2).map((arg) => (arg.startsWith('-') ? arg : path.resolve(typedIn, arg)));
process.exitCode = await start(process.env, args).catch((error) => tellFailure(say, error));
