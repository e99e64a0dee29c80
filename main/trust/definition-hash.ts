import type { LocalDefinition, OAuthSettings, RemoteDefinition, ServerDefinition } from '../config/definition.js';
import { keyedHash } from './keyed-hash.js';

/**
 * What a definition was, without its values: keyed hashes, hex. `parts` is keyed by what a person would call
 * the part (`command`, `args`, `cwd`, `env NAME`, `url`, `headers NAME`, `oauth`, `transport`).
 */
export interface DefinitionHash {
  readonly whole: string;
  readonly parts: Readonly<Record<string, string>>;
}

type Fields = readonly (readonly [part: string, values: readonly string[]])[];

function localFields(definition: LocalDefinition): Fields {
  return [
    ['command', [definition.command]],
    ['args', definition.args],
    ...(definition.cwd === undefined ? [] : [['cwd', [definition.cwd]] as const]),
    ...Object.entries(definition.env).map(([name, value]) => [`env ${name}`, [value]] as const),
  ];
}

function oauthValues({ clientId, clientSecret, scope, redirectUri }: OAuthSettings): string[] {
  // An absent setting and an empty one are two things.
  return [clientId, clientSecret, scope, redirectUri].flatMap((value) => (value === undefined ? ['absent'] : ['given', value]));
}

function remoteFields(definition: RemoteDefinition): Fields {
  return [
    ['url', [definition.url]],
    ...Object.entries(definition.headers).map(([name, value]) => [`headers ${name}`, [value]] as const),
    ...(definition.oauth === undefined ? [] : [['oauth', oauthValues(definition.oauth)] as const]),
  ];
}

/**
 * Hashes everything that trust is bound to. The order of arguments counts, that of environment variables and
 * headers does not; `timeout` and how the entry was spelled (`mcp-remote` or a URL) do not count.
 */
export function hashDefinition(key: Uint8Array, definition: ServerDefinition): DefinitionHash {
  const own = definition.transport === 'stdio' ? localFields(definition) : remoteFields(definition);
  const fields: Fields = [['transport', [definition.transport]], ...own];
  const hashed = fields.map(([part, values]) => [part, keyedHash(key, 'greenroom/definition-part/1', [part, ...values])] as const);
  hashed.sort(([a], [b]) => (a < b ? -1 : 1));
  return { whole: keyedHash(key, 'greenroom/definition/1', hashed.flat()), parts: Object.fromEntries(hashed) };
}

/** Names of the parts that differ, are new or are gone, sorted. */
export function changedParts(before: DefinitionHash, after: DefinitionHash): string[] {
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)]);
  return [...names].filter((name) => before.parts[name] !== after.parts[name]).sort();
}
