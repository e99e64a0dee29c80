import type { LocalDefinition, RemoteDefinition, ServerDefinition, ServerEntry } from '../../main/config/definition.js';

/** A fixed key, so that hashes can be compared between instances. */
export const sampleKey = new Uint8Array(32).fill(7);

export function local(change: Partial<LocalDefinition> = {}): LocalDefinition {
  return { transport: 'stdio', command: 'node', args: ['server.mjs'], env: {}, ...change };
}

export function remote(change: Partial<RemoteDefinition> = {}): RemoteDefinition {
  return { transport: 'http', url: 'https://mcp.example/mcp', headers: {}, explicitType: false, viaMcpRemote: false, ...change };
}

export function entry(
  name: string,
  definition: ServerDefinition,
  change: Partial<ServerEntry> & { file?: string; hidden?: string[] } = {},
): ServerEntry {
  const { file = '/w/.greenroom/mcp.json', hidden = [], ...rest } = change;
  const source = (path: string): ServerEntry['source'] => ({ file: path, display: path, section: 'mcpServers', line: 3, column: 5 });
  const definitionResult = { ok: true, value: definition } as const;
  return {
    name,
    source: source(file),
    hides: hidden.map(source),
    definition: definitionResult,
    disabled: false,
    preload: false,
    preloadTools: [],
    warnings: [],
    ...rest,
  };
}
