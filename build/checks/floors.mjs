/**
 * The floors of docs/architecture.md: which room may import which, where a few packages may be imported, and that there are no circles.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCircles } from './circles.mjs';
import { importsOf } from './imports.mjs';
import { listSources } from './list-sources.mjs';

/** Rooms, each with its floor; a path belongs to the first room that fits. A room imports only from rooms on floors below its own. */
const rooms = [
  { name: 'main/electron.ts', floor: 6 },
  { name: 'main/cli.ts', floor: 6, same: 'main/cli/' },
  { name: 'main/cli/', floor: 6 },
  { name: 'main/desktop/', floor: 6 },
  { name: 'renderer/', floor: 6 },
  { name: 'preload/index.ts', floor: 6 },
  { name: 'main/engine.ts', floor: 5, same: 'main/engine/' },
  { name: 'main/engine/', floor: 5 },
  { name: 'main/chat/', floor: 4 },
  { name: 'main/servers/', floor: 3 },
  { name: 'main/auth/', floor: 2 },
  { name: 'main/trust/', floor: 2 },
  { name: 'main/discovery/', floor: 2 },
  { name: 'main/config/', floor: 1 },
  { name: 'main/secrets/', floor: 1 },
  { name: 'main/limits.ts', floor: 0 },
  { name: 'preload/contract/', floor: 0 },
];

/** Packages that only some rooms may import, types included. */
const guarded = [
  { package: /^electron(\/|$)/, places: ['main/electron.ts', 'main/desktop/', 'preload/index.ts'] },
  { package: /^electron-store(\/|$)/, places: ['main/desktop/'] },
  { package: /^@modelcontextprotocol\//, places: ['main/servers/', 'main/auth/'] },
  { package: /^(@anthropic-ai\/|openai(\/|$))/, places: ['main/chat/models/'] },
];

/** What must not reach the window: it knows the contract's types and nothing of Node. */
const notInWindow = /^(node:|zod(\/|$))/;
/** The only values that preload takes from the contract: the two names of channels. */
const preloadValues = 'preload/contract/channels.ts';

/**
 * All breaches of the floors in a set of files.
 * @param {ReadonlyMap<string, string>} files text by path relative to the checkout
 * @returns {string[]} one sentence each, sorted by file
 */
export function floorFaults(files) {
  const imports = importsOf(files);
  const faults = [...files.keys()]
    .filter((file) => roomOf(file) === undefined)
    .map((file) => `${file}: belongs to no room; every file has its place in docs/architecture.md`);
  for (const one of imports) {
    const why = packageFault(one) ?? windowFault(one) ?? pathFault(one) ?? roomFault(one);
    if (why !== undefined) faults.push(`${one.from}:${one.line}: '${one.specifier}': ${why}`);
  }
  for (const circle of findCircles(imports)) faults.push(`${circle[0]}: imports in a circle: ${circle.join(' → ')}`);
  return faults.sort();
}

function roomOf(file) {
  return rooms.find(({ name }) => (name.endsWith('/') ? file.startsWith(name) : file === name));
}

function packageFault({ from, specifier }) {
  const guard = guarded.find((one) => one.package.test(specifier));
  if (guard === undefined || guard.places.some((place) => from.startsWith(place))) return undefined;
  return `may be imported in ${guard.places.join(', ')} only`;
}

function windowFault({ from, specifier, typeOnly, file }) {
  const room = roomOf(from)?.name;
  if (room !== 'renderer/' && room !== 'preload/index.ts') return undefined;
  if (notInWindow.test(specifier)) return 'must not reach the window';
  const contract = file?.startsWith('preload/contract/') ?? false;
  if (contract && !typeOnly && !(room === 'preload/index.ts' && file === preloadValues)) return 'import only types of the contract here';
  return undefined;
}

function pathFault({ specifier, file }) {
  if (!specifier.startsWith('.')) return undefined;
  if (!/\.(js|svelte|css|json|svg|png|woff2)(\?.*)?$/.test(specifier)) return 'a relative import ends in .js (or names a style or picture)';
  return file === undefined && /\.(js|svelte)$/.test(specifier) ? 'there is no such file' : undefined;
}

function roomFault({ from, file }) {
  const here = roomOf(from);
  const there = file === undefined ? undefined : roomOf(file);
  if (here === undefined || there === undefined || here === there) return undefined;
  if (here.same === there.name || there.same === here.name) return undefined;
  if (here.name === 'renderer/' || here.name === 'preload/index.ts') {
    return there.name === 'preload/contract/' ? undefined : 'the window knows only preload/contract';
  }
  if (here.name === 'main/electron.ts' && there.name === 'main/desktop/') return undefined;
  if (there.floor < here.floor) return undefined;
  return `${here.name} is on floor ${here.floor} and must not import ${there.name} on floor ${there.floor}`;
}

/**
 * Checks the checkout.
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function checkFloors(root) {
  const files = new Map();
  for (const folder of ['main', 'preload', 'renderer']) {
    for (const file of await listSources(root, ['.ts', '.svelte'], folder)) files.set(file, await readFile(path.join(root, file), 'utf8'));
  }
  return floorFaults(files);
}
