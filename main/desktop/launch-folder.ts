import { resolve } from 'node:path';

/**
 * The path that a command line asks to open: its last word that is no switch, after the app's own path. Whether it is a folder is told
 * by whoever opens it.
 */
export function launchFolder(argv: readonly string[], workingFolder: string, isPackaged: boolean): string | undefined {
  // Unpackaged: `electron [switches] <app> [folder]`. Packaged: `greenroom [folder]`.
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const folder = words.slice(isPackaged ? 0 : 1).at(-1);
  return folder === undefined ? undefined : resolve(workingFolder, folder);
}
