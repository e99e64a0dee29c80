import { createHash } from 'node:crypto';
import { limits } from '../limits.js';

/** A tool by its server's name and its own, both as they came. */
export interface ToolName {
  readonly server: string;
  readonly tool: string;
}

/** Hash of a text as hex; replaceable, since a collision of the real one cannot be shown. */
export type NameHash = (text: string) => string;

/** Hexadecimal characters of the suffix, and of the one taken when two suffixes are the same. */
const hashChars = 10;
const longHashChars = 20;
/** So that the tool's own name stays readable behind a very long server name. */
const serverChars = 24;

const sha256: NameHash = (text) => createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex');
const allowed = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/gu, '_');

/** A plain name that can be read back: nothing replaced, one way to split it, and unlike a name with a suffix. */
function isReversible(server: string, tool: string, name: string): boolean {
  if (server === '' || tool === '' || name.length > limits.wireNameChars) return false;
  if (allowed(server) !== server || allowed(tool) !== tool) return false;
  return !server.includes('__') && !server.endsWith('_') && !/_[0-9a-f]{10,}$/.test(tool);
}

function withSuffix({ server, tool }: ToolName, hash: NameHash, length: number): string {
  const suffix = `_${hash(`${server.length}:${server}${tool}`).slice(0, length)}`;
  const base = `mcp__${allowed(server).slice(0, serverChars)}__${allowed(tool)}`;
  return base.slice(0, limits.wireNameChars - suffix.length) + suffix;
}

/**
 * The name a model sees: `mcp__<server>__<tool>`, at most 64 characters of `[A-Za-z0-9_-]`. It depends on this pair
 * alone, so that neither other servers nor the order in which they connect change it; a hash suffix stands where
 * anything was replaced or cut, or where the name could be read in two ways (PITFALLS P29).
 */
export function wireName(name: ToolName, hash: NameHash = sha256): string {
  const plain = `mcp__${name.server}__${name.tool}`;
  return isReversible(name.server, name.tool, plain) ? plain : withSuffix(name, hash, hashChars);
}

/** The table that leads back from wire names to tools. Unique even where two hash suffixes are the same. */
export class WireNames {
  private readonly byShort = new Map<string, Map<string, ToolName>>();
  private readonly byLong = new Map<string, ToolName>();

  constructor(private readonly hash: NameHash = sha256) {}

  add(name: ToolName): void {
    const short = wireName(name, this.hash);
    const sharing = this.byShort.get(short) ?? new Map<string, ToolName>();
    this.byShort.set(short, sharing.set(pairKey(name), name));
    this.byLong.set(this.long(name), name);
  }

  remove(name: ToolName): void {
    const short = wireName(name, this.hash);
    const sharing = this.byShort.get(short);
    sharing?.delete(pairKey(name));
    if (sharing?.size === 0) this.byShort.delete(short);
    this.byLong.delete(this.long(name));
  }

  /** The wire name of a tool that was added. */
  nameOf(name: ToolName): string {
    const short = wireName(name, this.hash);
    return (this.byShort.get(short)?.size ?? 0) > 1 ? this.long(name) : short;
  }

  /** The tool behind a wire name; undefined when none has it. */
  resolve(name: string): ToolName | undefined {
    const sharing = this.byShort.get(name);
    if (sharing === undefined) return this.byLong.get(name);
    const [only] = sharing.values();
    return sharing.size === 1 ? only : undefined;
  }

  private long(name: ToolName): string {
    return withSuffix(name, this.hash, longHashChars);
  }
}

const pairKey = ({ server, tool }: ToolName): string => JSON.stringify([server, tool]);
