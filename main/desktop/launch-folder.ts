import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder that a command line asks to open: its last word that is a folder, after the app's own path. */
export function launchFolder(argv: readonly string[], workingFolder: string, isPackaged: boolean): string | undefined {
  // Unpackaged: `electron [switches] <app> [folder]`. Packaged: `greenroom [folder]`.
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const folder = words.slice(isPackaged ? 0 : 1).at(-1);
  if (folder === undefined) return undefined;
  const path = resolve(workingFolder, folder);
  return existsSync(path) && statSync(path).isDirectory() ? path : undefined;
}
