import { afterEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../preload/contract/app.js';
import { AppState } from '../../renderer/state.svelte.js';
import { installBridge } from './fake-bridge.js';
import { failedState, sampleCard, sampleSnapshot } from './sample-cards.js';

const state = new AppState();
afterEach(() => {
  state.stop();
  state.snapshot = null;
  state.trustOpen = false;
});

async function start(snapshot: Snapshot): Promise<ReturnType<typeof installBridge>> {
  const bridge = installBridge({ 'app.snapshot': () => snapshot });
  await state.start();
  return bridge;
}

describe('the state of the window', () => {
  it('takes the parts that an event carries and keeps the others', async () => {
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('a')] }));
    bridge.tell('snapshot.changed', { mode: 'FULL' });
    expect(state.snapshot?.mode).toBe('FULL');
    expect(state.snapshot?.servers).toHaveLength(1);
    bridge.tell('snapshot.changed', { workspace: null });
    expect(state.snapshot?.workspace).toBeNull();
  });

  it('asks again when an event arrives before the first answer', async () => {
    const answers = [sampleSnapshot({ mode: 'SAFE' }), sampleSnapshot({ mode: 'TRUST' })];
    const bridge = installBridge({ 'app.snapshot': () => answers.shift() ?? sampleSnapshot() });
    const started = state.start();
    bridge.tell('snapshot.changed', { mode: 'TRUST' });
    await started;
    expect(state.snapshot?.mode).toBe('TRUST');
  });

  it('opens in the room that was shown last, and tells the engine of each change', async () => {
    const bridge = await start(sampleSnapshot({ room: 'settings' }));
    expect(state.room).toBe('settings');
    bridge.tell('navigate', { room: 'tools' });
    expect(state.room).toBe('tools');
    expect(bridge.asked).toContainEqual({ route: 'app.setRoom', input: { room: 'tools' } });
  });

  it('replaces a call by its newer form', async () => {
    const bridge = await start(sampleSnapshot());
    const call = { id: 'c1', route: 'person', server: 'a', tool: 't', args: {}, at: 0, status: 'running' } as const;
    bridge.tell('call.changed', call);
    bridge.tell('call.changed', { ...call, status: 'ended', outcome: { kind: 'cancelled', ms: 5 } });
    expect(state.snapshot?.calls.map(({ status }) => status)).toEqual(['ended']);
  });

  it('says aloud what became of a server', async () => {
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('db')] }));
    bridge.tell('snapshot.changed', { servers: [sampleCard('db', { state: failedState() })], summary: { ready: 0, enabled: 1, tools: 0 } });
    expect(state.announcement).toBe('db failed. 0 of 1 server ready, 0 tools.');
  });

  it('shows a failure of a press, and the trust question where only a yes is missing', async () => {
    let code = 'file-not-written';
    installBridge({ 'servers.restart': () => ({ failure: { code, message: 'The file could not be written.' } }) });
    await state.act('servers.restart', { name: 'a' });
    expect(state.failures.map(({ message }) => message)).toEqual(['The file could not be written.']);
    code = 'needs-consent';
    await state.act('servers.restart', { name: 'a' });
    expect(state.failures).toHaveLength(1);
    expect(state.trustOpen).toBe(true);
  });
});

describe('the trust dialog opens by itself', () => {
  const untrusted = { path: '/other', display: '~/other', trusted: false, consentNeeded: 0 };

  it('for an untrusted folder that has just been opened, and not again after it was closed', async () => {
    const bridge = await start(sampleSnapshot());
    bridge.tell('snapshot.changed', { workspace: untrusted, servers: [sampleCard('a', { state: { kind: 'untrusted-folder' } })] });
    expect(state.trustOpen).toBe(true);
    state.trustOpen = false;
    bridge.tell('snapshot.changed', { summary: { ready: 0, enabled: 1, tools: 0 } });
    expect(state.trustOpen).toBe(false);
  });

  it('when servers begin to wait for a yes', async () => {
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('a')] }));
    expect(state.trustOpen).toBe(false);
    bridge.tell('snapshot.changed', { workspace: { path: '/work-folder', display: '~/folder', trusted: true, consentNeeded: 1 } });
    expect(state.trustOpen).toBe(true);
  });

  it('not over another dialog: the entry that is being added waits for its own yes only', async () => {
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('a')] }));
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    bridge.tell('snapshot.changed', { workspace: { path: '/work-folder', display: '~/folder', trusted: true, consentNeeded: 1 } });
    expect(state.trustOpen).toBe(false);
    dialog.remove();
  });

  it('and closes when nothing is left to ask', async () => {
    const workspace = { path: '/work-folder', display: '~/folder', trusted: true, consentNeeded: 1 };
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('a')], workspace }));
    expect(state.trustOpen).toBe(true);
    bridge.tell('snapshot.changed', { workspace: { ...workspace, consentNeeded: 0 } });
    expect(state.trustOpen).toBe(false);
  });

  it('not while the person types', async () => {
    const bridge = await start(sampleSnapshot({ servers: [sampleCard('a')] }));
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    bridge.tell('snapshot.changed', { workspace: { path: '/work-folder', display: '~/folder', trusted: true, consentNeeded: 1 } });
    expect(state.trustOpen).toBe(false);
    field.remove();
  });
});
