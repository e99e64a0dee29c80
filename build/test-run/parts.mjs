import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkFloatingPromises } from '../checks/floating-promises.mjs';
import { checkFloors } from '../checks/floors.mjs';
import { checkSourceFiles } from '../checks/source-files.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { oneCheck, playwrightCounts, vitestCounts } from './counts.mjs';

/**
 * One part of `npm test`.
 * @typedef {object} Part
 * @property {string} name how it is asked for alone: `npm test -- NAME`
 * @property {string} what one line for people
 * @property {'nothing' | 'build' | 'window'} needs what is set up first: dependencies only, the built app, or that with Electron and a display
 * @property {(context: PartContext) => Promise<import('./counts.mjs').Counts>} run
 */

/**
 * @typedef {object} PartContext
 * @property {string} root
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} say
 */

/** @type {readonly Part[]} */
export const parts = [
  tool('format', 'Prettier: layout of the code', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  tool('lint', 'ESLint: with types, and Svelte rules', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']),
  tool('types', 'TypeScript: types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
  tool('svelte', 'svelte-check: types in components', 'svelte-check/bin/svelte-check', ['--fail-on-warnings', '--output', 'human']),
  check('promises', 'Promises that nobody waits for, in components', checkFloatingPromises),
  check('floors', 'Floors: which room imports which, no circles', checkFloors),
  check('files', 'Files: length and names', checkSourceFiles),
  { name: 'unit', what: 'Vitest: unit and component tests', needs: 'build', run: runVitest },
  { name: 'e2e', what: 'Playwright: the app in a real Electron window', needs: 'window', run: runPlaywright },
];

/** @returns {Part} */
function tool(name, what, script, args) {
  return {
    name,
    what,
    needs: 'nothing',
    run: async ({ root, env }) => oneCheck((await runTool(root, env, script, args)).code === 0),
  };
}

/** @returns {Part} */
function check(name, what, find) {
  const run = async ({ root, say }) => {
    const faults = await find(root);
    for (const fault of faults) say(`  ${fault}`);
    return oneCheck(faults.length === 0);
  };
  return { name, what, needs: 'nothing', run };
}

function runTool(root, env, script, args) {
  return runCommand(process.execPath, [path.join(root, 'node_modules', script), ...args], { cwd: root, env });
}

async function runVitest({ root, env }) {
  const file = path.join(root, 'test-results', 'unit.json');
  await rm(file, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runTool(root, env, 'vitest/vitest.mjs', args);
  return vitestCounts(await readReport(file), code);
}

async function runPlaywright({ root, env }) {
  const file = path.join(root, 'test-results', 'e2e.json');
  await rm(file, { force: true });
  const { code } = await runTool(root, env, '@playwright/test/cli.js', ['test']);
  return playwrightCounts(await readReport(file), code);
}

/** Undefined when the runner wrote none or half of one: it then counts as a run without tests. */
async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
