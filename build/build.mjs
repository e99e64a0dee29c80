/** `npm run build`: builds `out/` from the sources, whether or not it looks fresh. */
import { buildWhenStale } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, tellFailure } from './setup/report.mjs';

const say = reporter(process.stderr);

async function build(env) {
  checkNodeVersion(process.versions.node);
  await installDependencies({ root, env, say });
  await buildWhenStale({ root, env, say, force: true });
  say('Built out/.');
  return 0;
}

process.exitCode = await build(process.env).catch((error) => tellFailure(say, error));
