import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
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

/**
 * Every path that a server may make of a text: as it stands, trimmed, cut at a NUL as C does, without `file:`, from home. Nothing is
 * left out for looking odd: a server normalises first, and an odd text may be a plain path by then.
 */
function pathsOf(text: string, home: string): string[] {
  if (text === '' || (/^https?:\/\//i.test(text) && !text.includes('..'))) return [];
  const paths = new Set([text, text.trim(), text.split('\0', 1)[0] ?? '']);
  for (const path of [...paths]) {
    if (/^file:/i.test(path)) paths.add(path.slice('file:'.length)).add(fromFileUrl(path));
    if (/^~(?:[/\\]|$)/.test(path)) paths.add(home + path.slice(1));
    if (path.includes('\\')) paths.add(path.replaceAll('\\', '/'));
  }
  paths.delete('');
  return [...paths];
}

function fromFileUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    return ''; // no local file; its text has been looked at
  }
}

/** Follows a path as the system does: a link first, then the dots behind it. `resolve` folds the dots before any link. */
function walked(path: string, workspace: string, links: LinkResolver): string {
  const start = isAbsolute(path) ? sep : links.resolve(workspace);
  return path.split(/[/\\]/).reduce((at, step) => (step === '..' ? dirname(at) : links.resolve(join(at, step))), start);
}

/** Where a path leads, by both readings of its dots. A path that is too long for the system leads nowhere. */
function ends(path: string, workspace: string, links: LinkResolver): string[] {
  const folded = resolve(workspace, path);
  return [
    ...(folded.length <= limits.controlPathChars ? [links.resolve(folded)] : []),
    ...(path.length <= limits.controlPathChars ? [walked(path, workspace, links)] : []),
  ];
}

/** Where the text leads when it is taken for a path and links are followed. */
function reached(text: string, { workspace, home }: PathPlace, links: LinkResolver): string | undefined {
  for (const real of pathsOf(text, home).flatMap((path) => ends(path, workspace, links))) {
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
