/**
 * `npm run bench -- NAME [--json] [arguments]`: runs test/bench/NAME.ts and prints its numbers. With `--json` stdout holds one JSON document
 * (use `npm run -s`). Ends with 1 when a value is over its limit.
 */
import { cpus } from 'node:os';
import path from 'node:path';
import { listSources } from './checks/list-sources.mjs';
import { buildWhenStale } from './setup/build-when-stale.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { needsVirtualDisplay, openDisplay } from './setup/display.mjs';
import { electronEnvironment, findElectron } from './setup/electron-binary.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { root } from './setup/paths.mjs';
import { reporter, SetupProblem, tellFailure } from './setup/report.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const say = reporter(process.stderr);

async function benchFile(name) {
  const files = await listSources(root, ['.ts'], 'test/bench');
  const names = files.map((file) => path.posix.basename(file, '.ts')).filter((one) => one !== 'report');
  if (name !== undefined && names.includes(name)) return path.join(root, 'test', 'bench', `${name}.ts`);
  throw new SetupProblem(
    'unknown-bench',
    name === undefined ? 'no bench was named.' : `there is no bench named ${name}.`,
    `npm run bench -- NAME, where NAME is one of: ${names.join(', ') || '(none yet)'}.`,
  );
}

async function openWindowMeans(env) {
  const electron = await findElectron({ root, env, say });
  await ensureSystemPackages({ executable: electron.executable, virtualDisplay: needsVirtualDisplay(process.platform, env), env, say });
  const display = await openDisplay({ env, say });
  return { electron: electron.executable, env: { ...electronEnvironment(env, electron), ...display.env }, close: display.close };
}

async function runBench(env, name, args) {
  checkNodeVersion(process.versions.node);
  await installDependencies({ root, env, say });
  const file = await benchFile(name);
  await buildWhenStale({ root, env, say });
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' });
  const means = module.bench.needsWindow ? await openWindowMeans(env) : { env, close: async () => {} };
  try {
    say(`${name}: ${module.bench.what}`);
    const { electron } = means;
    const report = await module.bench.run({ root, env: means.env, ...(electron && { electron }), args, say });
    return { bench: name, at: new Date().toISOString(), machine: machine(), ...report };
  } finally {
    await means.close();
  }
}

function machine() {
  return `${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
}

function isOver(row) {
  return row.limit !== undefined && row.value > row.limit;
}

function print(report) {
  const lines = [`${report.bench}, ${report.at}, ${report.machine}`];
  for (const row of report.rows) {
    const limit = row.limit === undefined ? '' : ` (limit ${row.limit} ${row.unit}${isOver(row) ? ': OVER' : ''})`;
    lines.push(`  ${row.measure.padEnd(56)} ${String(row.value).padStart(10)} ${row.unit}${limit}`);
  }
  for (const note of report.notes ?? []) lines.push(`  ${note}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

const [name, ...rest] = process.argv.slice(2).filter((arg) => arg !== '--json');
try {
  const report = await runBench(process.env, name, rest);
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else print(report);
  process.exitCode = report.rows.some(isOver) ? 1 : 0;
} catch (error) {
  process.exitCode = tellFailure(say, error);
}
