import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';

/** The target of a symbolic link as written, or undefined when the path is none or does not exist. */
export type ReadLink = (path: string) => string | undefined;

/** The same limit as Linux (`ELOOP`). */
const maxHops = 40;

/** Asks the file system; anything that goes wrong counts as "no link". */
export const readLinkOnDisk: ReadLink = (path) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch {
    return undefined; // unreadable or no path at all: nothing can be reached through it
  }
};

/**
 * Follows symbolic links in an absolute path, also where its end does not exist yet: a dangling link is exactly what
 * a write would go through, and `realpath` refuses those.
 */
export class LinkResolver {
  private readonly folders = new Map<string, string>();

  constructor(private readonly readLink: ReadLink) {}

  resolve(path: string): string {
    return this.follow(resolve(path), maxHops);
  }

  private follow(path: string, hops: number): string {
    const { root } = parse(path);
    const known = this.folders.get(path);
    if (path === root || hops === 0) return path;
    if (known !== undefined) return known;
    const parent = this.follow(dirname(path), hops);
    const here = join(parent, path.slice(path.lastIndexOf(sep) + 1));
    const target = this.readLink(here);
    const real = target === undefined ? here : this.follow(resolve(parent, target), hops - 1);
    this.folders.set(path, real);
    return real;
  }
}
