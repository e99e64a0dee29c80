import { render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrustReview } from '../../preload/contract/trust.js';
import { app } from '../../renderer/state.svelte.js';
import TrustDialog from '../../renderer/trust/trust-dialog.svelte';
import { installBridge, type FakeBridge } from './fake-bridge.js';
import { sampleItem, sampleReview } from './sample-cards.js';

const workspace = { path: '/work-folder', display: '~/folder', trusted: false, consentNeeded: 0 };
const risk = { code: 'fetch-and-run', title: 'Downloads a script and runs it.', detail: 'It can change.' } as const;

afterEach(() => {
  app.trustOpen = false;
});

async function open(review: TrustReview, more: Parameters<typeof installBridge>[0] = {}): Promise<FakeBridge> {
  const bridge = installBridge({ 'trust.review': () => review, ...more });
  app.trustOpen = true;
  render(TrustDialog, { workspace });
  await vi.waitFor(() => expect(screen.getByRole('alertdialog')).toBeTruthy());
  return bridge;
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

describe('the trust dialog', () => {
  it('with a risky part gives the focus and the accent to Open without servers', async () => {
    await open(sampleReview([sampleItem('seed', { risks: [risk] })]));
    await vi.waitFor(() => expect(document.activeElement).toBe(button('Open without servers')));
    expect(button('Open without servers').classList.contains('primary')).toBe(true);
    expect(button('Trust and start 1 server').classList.contains('primary')).toBe(false);
  });

  it('without one makes Trust the accent, yet an Enter typed by chance agrees to nothing', async () => {
    const bridge = await open(sampleReview([sampleItem('a'), sampleItem('b')]));
    expect(button('Trust and start 2 servers').classList.contains('primary')).toBe(true);
    await vi.waitFor(() => expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true));
    expect(document.activeElement?.tagName).not.toBe('BUTTON');
    expect(bridge.asked.map(({ route }) => route)).toEqual(['trust.review']);
  });

  it('shows every part of a command, new and changed ones first, and what a disabled entry would not start', async () => {
    const hidden = sampleItem('metrics', {
      command: [
        { kind: 'plain', text: 'uvx metrics' },
        { kind: 'hidden', text: 'U+200B' },
      ],
    });
    await open(sampleReview([sampleItem('old', { status: 'unchanged' }), hidden, sampleItem('off', { disabled: true })]));
    const names = screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));
    expect(names).toEqual(['Server metrics: New', 'Server off: New', 'Server old: Unchanged']);
    expect(screen.getByRole('article', { name: /metrics/ }).textContent).toContain('uvx metricsU+200B');
    expect(button('Trust and start 2 servers')).toBeTruthy();
  });

  it('keeps a value masked until it is revealed', async () => {
    const env = [{ name: 'TOKEN', loader: false, providerKey: false }];
    await open(sampleReview([sampleItem('a', { env })]), { 'trust.reveal': () => ({ value: [{ kind: 'plain', text: 'hunter2' }] }) });
    expect(screen.getByRole('alertdialog').textContent).not.toContain('hunter2');
    button('Reveal TOKEN of a').click();
    await vi.waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('hunter2'));
  });

  it('answers with the token of what was shown and closes', async () => {
    const bridge = await open(sampleReview([sampleItem('a')], 'shown'));
    button(/^Trust and start/).click();
    await vi.waitFor(() => expect(app.trustOpen).toBe(false));
    expect(bridge.asked).toContainEqual({ route: 'trust.accept', input: { token: 'shown' } });
  });

  it('shows the new list and says so when a file changed meanwhile', async () => {
    const reviews = [sampleReview([sampleItem('a')], 'old'), sampleReview([sampleItem('a'), sampleItem('slipped-in')], 'new')];
    const [first] = reviews;
    if (first === undefined) throw new Error('no review');
    await open(first, {
      'trust.review': () => reviews.shift() ?? null,
      'trust.accept': () => ({ failure: { code: 'review-outdated', message: 'A config file changed while you were reading.' } }),
    });
    button(/^Trust and start/).click();
    await vi.waitFor(() => expect(screen.getByRole('article', { name: /slipped-in/ })).toBeTruthy());
    expect(screen.getByRole('alert').textContent).toContain('A config file changed while you were reading.');
    expect(app.trustOpen).toBe(true);
  });
});
