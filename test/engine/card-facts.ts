import type { ServerState } from '../../preload/contract/server.js';
import type { ServerEntry } from '../../main/config/definition.js';
import type { CardFacts } from '../../main/engine/cards.js';
import type { ServerStatus } from '../../main/servers/supervisor.js';

const definition = { transport: 'stdio', command: 'node', args: ['server.js'], env: {} } as const;

/** An entry as a config file would give it. */
export function anEntry(part: Partial<ServerEntry> = {}): ServerEntry {
  return {
    name: 'files',
    source: { file: '/p/.greenroom/mcp.json', display: '.greenroom/mcp.json', section: 'mcpServers', line: 3, column: 5 },
    hides: [],
    definition: { ok: true, value: definition },
    disabled: false,
    preload: false,
    preloadTools: [],
    warnings: [],
    ...part,
  };
}

/** A status in this state. */
export function aStatus(state: ServerState, part: Partial<ServerStatus> = {}): ServerStatus {
  return { state, definition, tools: [], rejectedTools: [], calls: 0, errors: 0, noiseLines: 0, ...part };
}

/** Facts of an agreed server in a trusted folder. */
export function facts(part: Partial<CardFacts> = {}): CardFacts {
  return { entry: anEntry(), folderTrusted: true, trust: 'trusted', vanished: false, ...part };
}

export const ready: ServerState = { kind: 'ready', since: 1, protocol: '2025-11-25', connectMs: 5 };
export const problem = { code: 'no-command', severity: 'error', message: 'The entry has neither command nor url.' } as const;
