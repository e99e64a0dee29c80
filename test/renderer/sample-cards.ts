import type { Snapshot } from '../../preload/contract/app.js';
import type { ServerCard, ServerState } from '../../preload/contract/server.js';
import type { ReviewItem, TrustReview } from '../../preload/contract/trust.js';

/** A ready local server; every field can be told otherwise. */
export function sampleCard(name: string, other: Partial<ServerCard> = {}): ServerCard {
  return {
    name,
    state: { kind: 'ready', since: 0, protocol: '2025-11-25', connectMs: 1_200 },
    transport: 'stdio',
    viaMcpRemote: false,
    source: { file: '.greenroom/mcp.json', line: 4, writable: true },
    hides: [],
    commandLine: `node ${name}.mjs`,
    disabled: false,
    preload: false,
    warnings: [],
    changedOnDisk: false,
    tools: 3,
    rejectedTools: [],
    calls: 0,
    errors: 0,
    noiseLines: 0,
    ...other,
  };
}

/** A server that ended at its start. */
export function failedState(other: Partial<Extract<ServerState, { kind: 'failed' }>['failure']> = {}): ServerState {
  return {
    kind: 'failed',
    failure: {
      code: 'exited-at-start',
      headline: 'Stopped with exit code 1 after 1.9 s.',
      hint: 'Start the database, then press Restart.',
      exitCode: 1,
      stderrTail: ['connecting', 'Error: connect ECONNREFUSED'],
      at: 0,
      ...other,
    },
  };
}

/** A trusted folder with the given servers. */
export function sampleSnapshot(other: Partial<Snapshot> = {}): Snapshot {
  return {
    runtime: { version: '0.1.0', electron: '45.5.0', platform: 'linux', outOfSupport: false, npxFound: true },
    workspace: { path: '/work-folder', display: '~/folder', trusted: true, consentNeeded: 0 },
    recentFolders: [],
    servers: [],
    problems: [],
    summary: { ready: 0, enabled: 0, tools: 0 },
    mode: 'SAFE',
    theme: 'dark',
    room: 'servers',
    approvals: [],
    calls: [],
    catalogVersion: 1,
    ...other,
  };
}

/** One unremarkable item of a trust review. */
export function sampleItem(name: string, other: Partial<ReviewItem> = {}): ReviewItem {
  return {
    name,
    status: 'new',
    transport: 'stdio',
    file: '.greenroom/mcp.json',
    line: 3,
    hides: [],
    disabled: false,
    command: [{ kind: 'plain', text: `node ${name}.mjs` }],
    env: [],
    headers: [],
    changes: [],
    risks: [],
    ...other,
  };
}

export function sampleReview(items: ReviewItem[], token = 'token-1'): TrustReview {
  return { token, folder: '~/folder', items };
}
