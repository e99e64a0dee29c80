import { render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerCard as Card } from '../../preload/contract/server.js';
import ServerCard from '../../renderer/servers/server-card.svelte';
import { installBridge, type FakeBridge } from './fake-bridge.js';
import { failedState, sampleCard } from './sample-cards.js';

let bridge: FakeBridge;
beforeEach(() => {
  bridge = installBridge({});
});

function show(card: Card): HTMLElement {
  render(ServerCard, { card, onlog: vi.fn(), onremove: vi.fn(), onreview: vi.fn() });
  return screen.getByRole('article', { name: new RegExp(`Server ${card.name}`) });
}

describe('a card says the state of its server in the fixed words', () => {
  const problem = {
    code: 'no-command',
    severity: 'error',
    message: 'It has neither command nor url.',
    file: 'mcp.json',
    line: 7,
    column: 3,
  };
  const rows: readonly (readonly [string, Partial<Card>, readonly string[]])[] = [
    ['ready', {}, ['Ready', 'Tools (3)', 'Log', 'Restart']],
    ['untrusted', { state: { kind: 'untrusted-folder' } }, ['Untrusted folder', 'Not started']],
    ['disabled', { state: { kind: 'disabled' }, disabled: true }, ['Disabled', '"disabled": true', 'Enable']],
    ['stopped', { state: { kind: 'stopped', reason: 'by-person', at: 0 } }, ['Stopped', 'you stopped it at', 'Start']],
    ['stopping', { state: { kind: 'stopping', since: 0 } }, ['Stopping', 'Stop at once']],
    ['sign-in', { state: { kind: 'needs-sign-in', message: 'The server answered 401.' } }, ['Needs sign-in', 'The server answered 401.']],
    ['client', { state: { kind: 'needs-client-id', message: 'Ask its operator.' } }, ['Needs client id', 'Ask its operator.']],
    ['fresh', { state: { kind: 'needs-consent', reason: 'new' } }, ['Waits for you', 'It is new since you trusted this folder', 'Review…']],
    ['uncovered', { state: { kind: 'needs-consent', reason: 'uncovered' } }, ['Waits for you', 'Another file defines this name too']],
    [
      'broken',
      { state: { kind: 'invalid', problem: { ...problem, severity: 'error' } } },
      ['Invalid entry', problem.message, 'mcp.json:7:3'],
    ],
    ['edited', { changedOnDisk: true }, ['Ready · changed on disk', 'Changed on disk: Restart to apply.']],
    ['crashed', { state: failedState() }, ['Failed', 'Stopped with exit code 1 after 1.9 s.', 'Start the database, then press Restart.']],
  ];
  it.each(rows)('%s', (name, other, words) => {
    const card = show(sampleCard(name, other));
    for (const word of words) expect(card.textContent).toContain(word);
  });

  it('a download shows what it does and when it gives up', () => {
    const since = Date.now() - 14_000;
    const card = show(sampleCard('slow', { state: { kind: 'starting', phase: 'downloading', since, deadline: since + 300_000 } }));
    expect(card.textContent).toMatch(/Starting · 1\d s/);
    expect(card.textContent).toMatch(/Downloading … \(first start\) · 1\d s, gives up at 300 s/);
    expect(within(card).getByRole('button', { name: 'Stop' })).toBeTruthy();
  });
});

describe('a failed card', () => {
  it('shows the last lines of stderr in a box that the keyboard reaches, and copies them', async () => {
    const card = show(sampleCard('db', { state: failedState() }));
    const box = within(card).getByRole('log', { name: 'Last 2 lines of stderr' });
    expect(box.getAttribute('tabindex')).toBe('0');
    expect(box.textContent).toContain('Error: connect ECONNREFUSED');
    within(card).getByRole('button', { name: 'Copy the lines' }).click();
    expect(bridge.asked).toContainEqual({ route: 'app.copy', input: { text: 'connecting\nError: connect ECONNREFUSED' } });
    await vi.waitFor(() => expect(within(card).getByRole('button', { name: 'Copied' })).toBeTruthy());
  });

  it('names the signal that the headline leaves out', () => {
    const state = failedState({ headline: 'The server ended in the middle of its work.', exitCode: undefined, signal: 'SIGKILL' });
    expect(show(sampleCard('killed', { state })).textContent).toContain('(signal SIGKILL)');
  });

  it('asks to restart the server and to copy its command', () => {
    const card = show(sampleCard('db', { state: failedState() }));
    within(card).getByRole('button', { name: 'Restart' }).click();
    within(card).getByRole('button', { name: 'Copy command' }).click();
    expect(bridge.asked.map(({ route }) => route)).toEqual(['servers.restart', 'servers.copyCommand']);
  });
});

describe('a press that cannot work', () => {
  it('greys Restart of a disabled server out and asks nothing', () => {
    const card = show(sampleCard('off', { state: { kind: 'disabled' }, disabled: true }));
    const restart = within(card).getByRole('button', { name: 'Restart' });
    expect(restart.getAttribute('aria-disabled')).toBe('true');
    restart.click();
    expect(bridge.asked).toEqual([]);
  });

  it('is absent from a card of an untrusted folder: one banner acts for all', () => {
    expect(within(show(sampleCard('x', { state: { kind: 'untrusted-folder' } }))).queryByRole('button', { name: 'Restart' })).toBeNull();
  });
});

describe('what is not quite right is told', () => {
  it('tools left out with the reason, skipped output, warnings with their line', () => {
    const warning = { code: 'variable', severity: 'warning', message: '${TOKEN} is used as written.', line: 19 } as const;
    const card = show(sampleCard('odd', { rejectedTools: [{ name: 'bad', reason: 'no schema' }], noiseLines: 12, warnings: [warning] }));
    expect(card.textContent).toContain('1 tool left out');
    expect(card.textContent).toContain('no schema');
    expect(card.textContent).toContain('12 stdout lines skipped');
    expect(card.textContent).toContain('(line 19)');
  });

  it('text of a server is never read as markup', () => {
    const card = show(sampleCard('<img src=x>', { commandLine: '<b>bold</b>' }));
    expect(card.querySelector('img, b b')).toBeNull();
    expect(card.textContent).toContain('<b>bold</b>');
  });
});
