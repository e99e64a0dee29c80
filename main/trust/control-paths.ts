import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';
import { LinkResolver, type ReadLink } from './link-resolver.js';

/** Where relative paths are meant from, and how links are read. */
export interface PathPlace {
  /** Real path of the open folder. */
  readonly workspace: string;
  readonly home: string;
  readonly readLink: ReadLink;
}

/** Names that decide what runs in a folder (PRODUCT.md §6), as they are shown. */
const controlNames = ['.greenroom/', '.andromity/', '.vscode/', '.cursor/', '.mcp.json'] as const;

/** Windows' short names of the same; a file system that keeps none never sees them. */
const shortNames: Readonly<Record<string, string>> = {
  greenr: '.greenroom/',
  androm: '.andromity/',
  vscode: '.vscode/',
  cursor: '.cursor/',
};

// A name counts as a whole path segment, with the trailing dots, spaces and streams that Windows ignores.
const named = /(?<![\w.-])\.(greenroom|andromity|vscode|cursor|mcp\.json)(?=[. ]*(?:$|[^\w.-]))/i;
const short = /(?<![\w.-])(greenr|androm|vscode|cursor|mcp)~\d{1,6}(?:\.jso)?(?![\w-])/i;

/** An address on the web is no path, unless it climbs: a server that takes it for one would follow the dots. */
const webAddress = /https?:\/\/[^\s"'`<>|;()]*/gi;

/** Removes what file systems overlook: case, compatibility forms, characters without width. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/(?![\n\r\t])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
}

function decoded(text: string): string {
  // Byte by byte, so that one broken escape does not hide the others.
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function nameIn(text: string): string | undefined {
  const found = named.exec(text)?.[1]?.toLowerCase();
  if (found !== undefined) return controlNames.find((name) => name.startsWith(`.${found}`));
  const shortened = short.exec(text)?.[1]?.toLowerCase();
  return shortened === undefined ? undefined : (shortNames[shortened] ?? '.mcp.json');
}

/** A protected name anywhere in the text, as it stands or percent-encoded. */
function mentioned(text: string): string | undefined {
  const local = plain(text).replace(webAddress, (address) => (address.includes('..') ? address : ' '));
  return nameIn(local) ?? (local.includes('%') ? nameIn(plain(decoded(local))) : undefined);
}

function pathOf(text: string, home: string): string | undefined {
  if (text === '' || text.length > limits.controlPathChars || /[\0\n\r]/.test(text)) return undefined;
  if (/^https?:\/\//i.test(text) && !text.includes('..')) return undefined;
  if (/^file:/i.test(text)) {
    try {
      return fileURLToPath(text);
    } catch {
      return undefined; // no local file; its text has been looked at
    }
  }
  if (text === '~' || text.startsWith('~/') || text.startsWith('~\\')) return home + text.slice(1);
  return text;
}

/** Where the text leads when it is taken for a path and links are followed. */
function reached(text: string, { workspace, home }: PathPlace, links: LinkResolver): string | undefined {
  const path = pathOf(text, home);
  if (path === undefined) return undefined;
  const spellings = path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
  for (const spelling of spellings) {
    const real = links.resolve(resolve(workspace, spelling));
    const inside = relative(links.resolve(workspace), real);
    // A workspace that itself lies in such a folder must not make every word a protected path.
    const shown = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? real : inside;
    const name = nameIn(plain(shown));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** All strings of the arguments, keys too: some tools take files as `{ path: content }`. Stops one past the limit. */
function strings(args: JsonObject): string[] {
  const found: string[] = [];
  const open: Json[] = [args];
  for (let value = open.pop(); value !== undefined && found.length <= limits.controlPathStrings; value = open.pop()) {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        found.push(key);
        open.push(item);
      }
    }
  }
  return found;
}

/**
 * Which protected path the arguments touch, as it is shown (`.greenroom/`), or undefined for none. A string touches
 * one when it leads there as a path (from the workspace, absolute, `~`, `file:`, through links), or when it names
 * one anywhere inside: a command line or a patch holds paths in the middle. So a text that merely speaks of
 * `.vscode/` asks too; the other mistake would be worse. It is no sandbox: a program can build a path from pieces.
 */
export function touchedControlPath(args: JsonObject, place: PathPlace): string | undefined {
  const texts = strings(args);
  if (texts.length > limits.controlPathStrings) return 'more places than can be checked';
  const links = new LinkResolver(place.readLink);
  for (const text of texts) {
    const name = mentioned(text) ?? reached(text, place, links);
    if (name !== undefined) return name;
  }
  return undefined;
}
