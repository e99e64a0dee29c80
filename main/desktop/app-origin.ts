import { join, normalize, sep } from 'node:path';

/** The scheme under which the window's own files are served. */
export const appScheme = 'app';

/** Where the window's page comes from; the only origin whose messages are answered. */
export const appOrigin = `${appScheme}://greenroom`;

/** The file below `folder` that a URL of our scheme means; undefined for any other origin or a path that leads out. */
export function fileFor(url: string, folder: string): string | undefined {
  const { protocol, host, pathname } = new URL(url);
  if (`${protocol}//${host}` !== appOrigin) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined; // a broken percent sign names no file of ours
  }
  const file = normalize(join(folder, path === '/' ? 'index.html' : path));
  return file.startsWith(folder + sep) && !file.includes('\0') ? file : undefined;
}
