/**
 * Stands in for Electron's own `default_app.asar`, which the copy from npm lacks: it makes `electron [-r module] <folder>`
 * load the app in that folder. Runs inside Electron only.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const { folder, preloaded } = readArguments(process.argv.slice(1));
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });

// Playwright preloads a module of its own to hold the `ready` event until it is attached.
const require = createRequire(import.meta.url);
for (const file of preloaded) require(path.resolve(file));

if (folder === undefined) {
  process.stderr.write('Usage: electron [-r module] <folder with package.json | file.js>\n');
  app.exit(2);
} else {
  await loadApp(path.resolve(folder)).catch((error) => {
    process.stderr.write(`Cannot load the app in ${folder}: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    app.exit(1);
  });
}

function readArguments(args) {
  const preloaded = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === '-r' || arg === '--require') preloaded.push(args[(index += 1)]);
    else if (!arg.startsWith('-')) return { folder: arg, preloaded };
  }
  return { folder: undefined, preloaded };
}

async function loadApp(target) {
  if (/\.[cm]?js$/.test(target)) {
    app.setAppPath(path.dirname(target));
    await import(pathToFileURL(target).href);
    return;
  }
  const manifest = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
  app.setAppPath(target);
  await import(pathToFileURL(path.join(target, manifest.main ?? 'index.js')).href);
}
