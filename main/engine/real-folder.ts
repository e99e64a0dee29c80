import { realpath, stat } from 'node:fs/promises';
import { RouteError } from './route-error.js';

/** The real path of a folder, links resolved. @throws RouteError `folder-not-found` */
export async function realFolder(path: string): Promise<string> {
  try {
    const folder = await realpath(path);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RouteError('folder-not-found', `The folder could not be opened: ${why}. Check that it exists and that you may read it.`, {
      cause,
    });
  }
  throw new RouteError('folder-not-found', `${path} is a file. Open the folder that holds it.`);
}
