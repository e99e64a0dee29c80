/**
 * `node build/cli.mjs COMMAND …`: the terminal twin. Sets up what is missing, tells that on stderr, and keeps stdout for the answer.
 */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale, isFresh } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, tellFailure } from './setup/report.mjs';

const say = reporter(process.stderr);
const entry = path.join(root, 'out', 'main', 'cli.js');

async function prepare(env) {
  if (await isFresh(root)) return;
  checkNodeVersion(process.versions.node);
  await installDependencies({ root, env, say });
  await buildWhenStale({ root, env, say });
}

try {
  await prepare(process.env);
  await access(entry);
} catch (error) {
  process.exit(tellFailure(say, error));
}
await import(pathToFileURL(entry).href);
