import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallOutcome as Outcome, CallView, ResultBlock } from '../../preload/contract/call.js';
import CallOutcome from '../../renderer/tools/call-outcome.svelte';
import { callFacts, callWord, ruleParts } from '../../renderer/tools/call-words.js';
import { mediaUrl } from '../../renderer/tools/media.js';
import { installBridge } from './fake-bridge.js';

afterEach(cleanup);

const call: CallView = { id: 'c', route: 'person', server: 's', tool: 't', args: { a: 1 }, at: 0, status: 'ended' };
const done = (blocks: ResultBlock[], more: Partial<Extract<Outcome, { kind: 'done' }>['result']> = {}): Outcome => ({
  kind: 'done',
  ms: 812,
  approvedBy: 'You, this once',
  result: { blocks, isError: false, bytes: 1_412, resultId: 'r', ...more },
});
const draw = (outcome: Outcome): void => void render(CallOutcome, { call: { ...call, outcome } });

describe('the blocks of a result', () => {
  it('shows a text, and the rest of a long one on demand', async () => {
    draw(done([{ kind: 'text', text: `${'x'.repeat(4_000)}THE END`, cut: false }]));
    expect(screen.queryByText(/THE END/)).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Show 7 more of 4,007 characters' }));
    expect(screen.getByText(/THE END/)).toBeTruthy();
  });

  it('shows a text that is JSON as a tree, or as it came', async () => {
    draw(done([{ kind: 'text', text: '{"number":418}', cut: false }]));
    expect(screen.getByText('number')).toBeTruthy();
    await fireEvent.click(screen.getByRole('radio', { name: 'Text' }));
    expect(screen.getByText('{"number":418}')).toBeTruthy();
  });

  it('reads the whole of a cut result piece by piece', async () => {
    const whole = 'y'.repeat(60_000);
    const { asked } = installBridge({
      'calls.result': ({ offset, limit }) => ({
        text: whole.slice(offset, offset + limit),
        total: whole.length,
      }),
    });
    draw(done([{ kind: 'text', text: 'y', cut: true }]));
    await fireEvent.click(screen.getByRole('button', { name: 'Show the whole result, 1.4 kB of JSON' }));
    await fireEvent.click(await screen.findByRole('button', { name: 'Show 10,000 more of 60,000 characters' }));
    await waitFor(() => expect(screen.getByLabelText('The whole result as JSON').textContent).toBe(whole));
    expect(asked.map(({ input }) => input)).toEqual([
      { resultId: 'r', offset: 0, limit: 50_000 },
      { resultId: 'r', offset: 50_000, limit: 50_000 },
    ]);
  });

  it('draws pictures of known kinds from their own data only', () => {
    draw(
      done([
        { kind: 'image', mimeType: 'image/png', data: 'AAAA', bytes: 3 },
        { kind: 'image', mimeType: 'image/svg+xml', data: 'AAAA', bytes: 3 },
      ]),
    );
    const pictures = [...document.querySelectorAll('img')].map((img) => img.getAttribute('src'));
    expect(pictures).toEqual(['data:image/png;base64,AAAA']);
    expect(document.body.textContent).toContain('Not shown: image/svg+xml, 3 B');
  });

  it('shows addresses as text, never as links', () => {
    draw(
      done([
        { kind: 'resource-link', uri: 'javascript:alert(1)', name: 'Click <b>me</b>' },
        { kind: 'resource', uri: 'https://x.test', text: 'inside', cut: false },
      ]),
    );
    expect(document.querySelector('a, b')).toBeNull();
    expect(screen.getByText('javascript:alert(1)')).toBeTruthy();
    expect(screen.getByText('inside')).toBeTruthy();
  });

  it('names kinds that it does not know', () => {
    draw(done([{ kind: 'unknown', type: 'video', json: '{"type":"video"}', cut: false }]));
    expect(screen.getByText('Of a kind that is not known here')).toBeTruthy();
    expect(screen.getByText('video')).toBeTruthy();
  });

  it('shows structured content as a tree, and who allowed the call', () => {
    draw(done([], { structuredContent: { state: 'open' } }));
    expect(screen.getByRole('group', { name: 'Structured result' }).textContent).toMatch(/state:\s*"open"/);
    expect(screen.getByText('Allowed by: You, this once')).toBeTruthy();
  });

  it('says that there was nothing', () => {
    draw(done([]));
    expect(screen.getByText('The tool answered with nothing in it.')).toBeTruthy();
  });
});

describe('how a call ended', () => {
  it('marks a tool that failed by its server’s own word', () => {
    const outcome = done([{ kind: 'text', text: 'no', cut: false }], { isError: true });
    draw(outcome);
    expect(screen.getByText(/The server says that the tool failed/)).toBeTruthy();
    expect(callWord({ ...call, outcome })).toMatchObject({ word: 'The tool failed', tone: 'fail' });
  });

  it('shows the last lines of a server that went away', () => {
    draw({ kind: 'failed', code: 'exited', message: 'Stopped with exit code 3.', stderrTail: ['one', 'two'], ms: 5 });
    expect(screen.getByText('Stopped with exit code 3.')).toBeTruthy();
    expect(screen.getByLabelText('Last lines of stderr').textContent).toBe('one\ntwo');
  });

  const words: readonly (readonly [Outcome, string])[] = [
    [{ kind: 'denied', message: 'no' }, 'Denied'],
    [{ kind: 'blocked', code: 'x', message: 'no' }, 'Blocked'],
    [{ kind: 'cancelled', ms: 3 }, 'Cancelled'],
    [done([]), 'Done'],
  ];
  it.each(words)('%j is said in a word', (outcome, word) => {
    expect(callWord({ ...call, outcome }).word).toBe(word);
  });

  it('tells time and size', () => {
    expect(callFacts({ ...call, outcome: done([]) })).toMatch(/^\d\d:\d\d · 0\.8 s · 1\.4 kB$/);
  });

  it('tells a very short time in milliseconds', () => {
    expect(callFacts({ ...call, outcome: { kind: 'cancelled', ms: 3.4 } })).toMatch(/ · 3 ms$/);
  });

  it('sets the word apart that a rule found', () => {
    expect(ruleParts('TRUST: the name contains create')).toEqual({ text: 'TRUST: the name contains ', word: 'create' });
    expect(ruleParts('TRUST: the name contains no word that asks').word).toBe('');
  });
});

describe('data URLs', () => {
  it.each([
    ['image', 'text/html', 'AAAA'],
    ['image', 'image/png', 'AA"><script>'],
    ['image', 'image/png;x="', 'AAAA'],
    ['image', 'image/png', ''],
    ['audio', 'audio/midi', 'AAAA'],
    ['audio', 'image/png', 'AAAA'],
  ] as const)('%s of %s with %j is not made', (kind, mimeType, data) => {
    expect(mediaUrl(kind, mimeType, data)).toBeUndefined();
  });
  it('a known kind is, whatever its case', () => {
    expect(mediaUrl('image', 'Image/PNG', 'AAA=')).toBe('data:image/png;base64,AAA=');
  });
});
