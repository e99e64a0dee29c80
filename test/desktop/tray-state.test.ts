import { describe, expect, it } from 'vitest';
import { trayView, type TrayState } from '../../main/desktop/tray-state.js';
import type { Snapshot } from '../../preload/contract/app.js';
import type { Failure, ServerCard, ServerState } from '../../preload/contract/server.js';

const failure: Failure = { code: 'crashed', headline: 'Ended.', hint: '', stderrTail: [], at: 0 };
const states = {
  failed: { kind: 'failed', failure },
  consent: { kind: 'needs-consent', reason: 'new' },
  starting: { kind: 'starting', phase: 'launching', since: 0, deadline: 1 },
  ready: { kind: 'ready', since: 0, protocol: '2026-07-28', connectMs: 1 },
  disabled: { kind: 'disabled' },
  untrusted: { kind: 'untrusted-folder' },
} as const satisfies Record<string, ServerState>;

function card(name: string, state: ServerState): ServerCard {
  return {
    name,
    state,
    transport: 'stdio',
    viaMcpRemote: false,
    source: { file: 'mcp.json', line: 1, writable: true },
    hides: [],
    commandLine: 'node',
    disabled: state.kind === 'disabled',
    preload: false,
    warnings: [],
    changedOnDisk: false,
    tools: 0,
    rejectedTools: [],
    calls: 0,
    errors: 0,
    noiseLines: 0,
  };
}

function snapshot(servers: readonly ServerState[], workspace = true): Snapshot {
  return {
    runtime: { version: '', electron: '', platform: '', outOfSupport: false, npxFound: true },
    workspace: workspace ? { path: '/w', display: '/w', trusted: true, consentNeeded: 0 } : null,
    recentFolders: [],
    servers: servers.map((state, index) => card(`s${String(index)}`, state)),
    problems: [],
    summary: { ready: 1, enabled: 2, tools: 12 },
    mode: 'SAFE',
    theme: 'dark',
    room: 'servers',
    approvals: [],
    calls: [],
    catalogVersion: 0,
  };
}

describe('the tray', () => {
  it.each<[TrayState, ServerState[]]>([
    ['failed', [states.ready, states.starting, states.consent, states.failed]],
    ['attention', [states.ready, states.starting, states.consent]],
    ['attention', [states.untrusted]],
    ['busy', [states.ready, states.starting, states.disabled]],
    ['calm', [states.ready, states.disabled]],
    ['calm', []],
  ])('shows %s as the worst of all states', (worst, servers) => {
    expect(trayView(snapshot(servers)).state).toBe(worst);
  });

  it('sums up and names each server with its state', () => {
    const view = trayView(snapshot([states.ready, states.failed, states.disabled]));
    expect(view.summary).toBe('1 of 2 servers ready, 12 tools');
    expect(view.servers.map(({ label }) => label)).toEqual(['s0: Ready', 's1: Failed', 's2: Disabled']);
  });

  it('offers Restart only where a restart is possible', () => {
    const view = trayView(snapshot([states.ready, states.failed, states.disabled, states.starting, states.untrusted, states.consent]));
    expect(view.servers.map(({ canRestart }) => canRestart)).toEqual([true, true, false, false, false, false]);
  });

  it('says so when no folder is open', () => {
    expect(trayView(snapshot([], false)).summary).toBe('No folder is open');
  });
});
