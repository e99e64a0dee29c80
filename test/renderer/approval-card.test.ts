import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '../../preload/contract/call.js';
import ApprovalCard from '../../renderer/approvals/approval-card.svelte';
import { installBridge, type FakeBridge } from './fake-bridge.js';

let bridge: FakeBridge;
beforeEach(() => {
  bridge = installBridge({});
});
afterEach(cleanup);

const question: Approval = {
  id: 'a1',
  callId: 'c1',
  route: 'call_tool',
  server: 'filesystem',
  tool: 'write_file',
  args: { path: 'src/worker\u200B.ts' },
  mode: 'TRUST',
  rule: 'TRUST: the name contains write',
  at: 0,
};

function draw(approval: Approval = question): HTMLElement {
  render(ApprovalCard, { approval });
  return screen.getByRole('group', { name: /^Question/ });
}
const answers = (): unknown[] => bridge.asked.filter(({ route }) => route === 'approvals.answer').map(({ input }) => input);

describe('the keys of an approval card', () => {
  it.each([
    ['a', { kind: 'once' }],
    ['C', { kind: 'conversation' }],
  ])('%s answers while the card has the focus', async (key, answer) => {
    await fireEvent.keyDown(draw(), { key });
    expect(answers()).toEqual([{ id: 'a1', answer }]);
  });

  it('D asks for a word first, and Deny sends it', async () => {
    await fireEvent.keyDown(draw(), { key: 'd' });
    expect(answers()).toEqual([]);
    const word = screen.getByLabelText('A word to the model, if you like');
    await fireEvent.input(word, { target: { value: ' not there ' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(answers()).toEqual([{ id: 'a1', answer: { kind: 'deny', word: 'not there' } }]);
  });

  it.each(['Enter', ' ', 'y', 'Escape'])('%j does nothing', async (key) => {
    await fireEvent.keyDown(draw(), { key });
    expect(answers()).toEqual([]);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])('A with %j does nothing', async (more) => {
    await fireEvent.keyDown(draw(), { key: 'a', ...more });
    expect(answers()).toEqual([]);
  });

  it('typed inside the card, they are letters', async () => {
    await fireEvent.keyDown(draw(), { key: 'd' });
    for (const key of ['a', 'c', 'd']) await fireEvent.keyDown(screen.getByRole('textbox'), { key });
    expect(answers()).toEqual([]);
  });

  it('pressed twice, they answer once', async () => {
    const card = draw();
    await fireEvent.keyDown(card, { key: 'a' });
    await fireEvent.keyDown(card, { key: 'a' });
    expect(answers()).toHaveLength(1);
  });

  it('typed elsewhere, they do nothing, and the card takes no focus by itself', async () => {
    const box = document.createElement('input');
    document.body.append(box);
    box.focus();
    draw();
    expect(document.activeElement).toBe(box);
    await fireEvent.keyDown(box, { key: 'a' });
    expect(answers()).toEqual([]);
    box.remove();
  });
});

describe('what an approval card says', () => {
  it('names server, tool and rule, and shows hidden characters of the arguments', () => {
    const card = draw();
    expect(card.textContent).toMatch(/filesystem\s*›\s*write_file/);
    expect(card.textContent).toContain('TRUST: the name contains write');
    expect(screen.getByText('U+200B')).toBeTruthy();
  });

  it('says on the buttons what a yes holds for', () => {
    draw();
    expect(screen.getByRole('button', { name: /Allow once\s*exactly these arguments/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /In this conversation\s*this tool, any arguments/ })).toBeTruthy();
  });

  it('has a folder instead of a conversation for the person’s own run', () => {
    draw({ ...question, route: 'person' });
    expect(screen.getByRole('button', { name: /Until this folder closes/ })).toBeTruthy();
  });

  it('shows a stranger’s names as text', () => {
    draw({ ...question, server: '<img src=x>', tool: '<b>x</b>', args: { '<i>k</i>': '<script>1</script>' } });
    expect(document.querySelector('img, b, i, script')).toBeNull();
    expect(screen.getByText('<script>1</script>')).toBeTruthy();
  });
});
