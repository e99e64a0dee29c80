/**
 * `npm test [-- PART …]`: sets up what `npm start` sets up, then runs every check and test, goes on after failures, and ends with the line
 * `N passed, N failed`. Needs no terminal, no input and no display.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildWhenStale } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { needsVirtualDisplay, openDisplay } from './setup/display.mjs';
import { electronEnvironment, findElectron } from './setup/electron-binary.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, SetupProblem, tellFailure } from './setup/report.mjs';
import { stopRunning } from './setup/run-command.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const say = reporter(process.stdout);

async function test(names) {
  checkNodeVersion(process.versions.node);
  const env = { ...process.env, CI: process.env.CI ?? 'true', FORCE_COLOR: process.env.FORCE_COLOR ?? '0' };
  await installDependencies({ root, env, say });
  const chosen = await chooseParts(names);
  if (names.length === 0) await rm(path.join(root, 'test-results'), { recursive: true, force: true });
  const results = [];
  const setUp = stages(env);
  endOnSignal(setUp);
  try {
    for (const part of chosen) results.push(await runPart(part, setUp));
  } finally {
    await setUp.close();
  }
  return conclude(results);
}

async function chooseParts(names) {
  // After the installation, since the checks themselves need TypeScript.
  const { parts } = await import('./test-run/parts.mjs');
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    const known = parts.map((part) => part.name).join(', ');
    throw new SetupProblem('unknown-part', `there is no part named ${unknown}.`, `name one or more of: ${known}.`);
  }
  return names.length === 0 ? parts : parts.filter((part) => names.includes(part.name));
}

/** What parts need beside the dependencies, made once and only when a chosen part needs it. */
function stages(env) {
  let display;
  let windowEnv;
  return {
    async envFor(need) {
      if (need === 'nothing') return env;
      await buildWhenStale({ root, env, say });
      if (need === 'build') return env;
      if (windowEnv !== undefined) return windowEnv;
      const electron = await findElectron({ root, env, say });
      await ensureSystemPackages({ executable: electron.executable, virtualDisplay: needsVirtualDisplay(process.platform, env), env, say });
      display = await openDisplay({ env, say });
      windowEnv = { ...electronEnvironment(env, electron), ...display.env };
      return windowEnv;
    },
    async close() {
      await display?.close();
    },
  };
}

/** Ends what runs, then us, with the exit code that shells expect. */
function endOnSignal(setUp) {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ]) {
    process.once(signal, () => {
      stopRunning(signal);
      void setUp.close().finally(() => process.exit(128 + number));
    });
  }
}

async function runPart(part, setUp) {
  say(`— ${part.what}`);
  const started = performance.now();
  let counts;
  try {
    counts = await part.run({ root, say, env: await setUp.envFor(part.needs) });
  } catch (error) {
    tellFailure(say, error);
    counts = { passed: 0, failed: 1, notes: ['it could not be run'] };
  }
  return { ...counts, name: part.name, seconds: (performance.now() - started) / 1_000 };
}

async function conclude(results) {
  const { sum } = await import('./test-run/counts.mjs');
  say('—');
  for (const { name, passed, failed, notes, seconds } of results) {
    const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
    say(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s${note}`);
  }
  const total = sum(results);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  process.exitCode = tellFailure(say, error);
  process.stdout.write('0 passed, 1 failed\n');
}
