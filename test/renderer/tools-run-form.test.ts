import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../preload/contract/tool.js';
import { RunDraft } from '../../renderer/tools/run-draft.svelte.js';
import RunForm from '../../renderer/tools/run-form.svelte';

afterEach(cleanup);

const object = (properties: Record<string, Json>, required: string[] = []): Json => ({ type: 'object', properties, required });

/** The form of a schema, drawn. */
function draw(schema: Json): RunDraft {
  const draft = new RunDraft(schema);
  render(RunForm, { draft });
  return draft;
}
/** What the form would send now. */
function sent(draft: RunDraft): unknown {
  const { args } = draft;
  return args.ok ? args.value : args.problem;
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe('the Run form of a schema', () => {
  it('takes texts and numbers, and leaves empty optional ones out', async () => {
    const draft = draw(object({ path: { type: 'string' }, depth: { type: 'integer' }, note: { type: 'string' } }, ['path']));
    await type('path', '/tmp/x');
    await type('depth', '3');
    expect(sent(draft)).toEqual({ path: '/tmp/x', depth: 3 });
  });

  it('marks required fields, and says so in red only once the person has been there', async () => {
    draw(object({ path: { type: 'string' } }, ['path']));
    const box = screen.getByLabelText('path');
    expect(box.getAttribute('aria-required')).toBe('true');
    expect(screen.queryByText(/^Required/)).toBeNull();
    await fireEvent.focusOut(box);
    expect(screen.getByText('Required. You can run it anyway.')).toBeTruthy();
  });

  it('offers few choices as buttons, with "Not set" where they are optional', async () => {
    const draft = draw(object({ kind: { enum: ['bug', 'task'] } }));
    await fireEvent.click(screen.getByRole('radio', { name: 'task' }));
    expect(sent(draft)).toEqual({ kind: 'task' });
    await fireEvent.click(screen.getByRole('radio', { name: 'Not set' }));
    expect(sent(draft)).toEqual({});
  });

  it('offers many choices in a list, and keeps their types', async () => {
    const draft = draw(object({ level: { enum: [1, 2, 3, 4, 5, 6] } }));
    const list = screen.getByLabelText('level');
    await fireEvent.change(list, { target: { value: '4' } });
    expect(sent(draft)).toEqual({ level: 5 });
  });

  it('fills defaults in', () => {
    const draft = draw(object({ on: { type: 'boolean', default: false }, n: { type: 'number', default: 3 } }));
    expect(sent(draft)).toEqual({ on: false, n: 3 });
    expect(screen.getByRole('radio', { name: 'false' }).getAttribute('aria-checked')).toBe('true');
  });

  it('adds and removes items of a list, and leaves the others alone', async () => {
    const draft = draw(object({ labels: { type: 'array', items: { type: 'string' }, maxItems: 20 } }));
    for (const label of ['a', 'b', 'c']) {
      await fireEvent.click(screen.getByRole('button', { name: 'Add item' }));
      const boxes = screen.getAllByRole('textbox');
      await fireEvent.input(boxes.at(-1) ?? document.body, { target: { value: label } });
    }
    expect(sent(draft)).toEqual({ labels: ['a', 'b', 'c'] });
    expect(screen.getByText('3 of 20')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Remove item 1' }));
    await waitFor(() => expect(sent(draft)).toEqual({ labels: ['a', 'c'] }));
  });

  it('draws objects inside objects, and asks for their required fields only once they are there', async () => {
    const draft = draw(object({ project: object({ number: { type: 'integer', minimum: 1 }, name: { type: 'string' } }, ['number']) }));
    const group = screen.getByRole('group', { name: 'project' });
    expect(within(group).queryByText('required')).toBeNull();
    await fireEvent.input(within(group).getByLabelText('name'), { target: { value: 'x' } });
    expect(within(group).getByText('required')).toBeTruthy();
    await fireEvent.input(within(group).getByLabelText('number'), { target: { value: '0' } });
    expect(screen.getByText('Must be 1 or more. You can run it anyway.')).toBeTruthy();
    expect(sent(draft)).toEqual({ project: { number: 0, name: 'x' } });
  });

  it('draws objects inside lists', async () => {
    const draft = draw(object({ edits: { type: 'array', items: object({ from: { type: 'string' }, to: { type: 'string' } }) } }));
    await fireEvent.click(screen.getByRole('button', { name: 'Add item' }));
    await type('from', 'a');
    await type('to', 'b');
    expect(sent(draft)).toEqual({ edits: [{ from: 'a', to: 'b' }] });
  });

  it('sends an empty text or null only on purpose', async () => {
    const draft = draw(object({ note: { type: ['string', 'null'] } }));
    const empty = screen.getByLabelText('When it is empty');
    await fireEvent.change(empty, { target: { value: 'empty' } });
    expect(sent(draft)).toEqual({ note: '' });
    await fireEvent.change(empty, { target: { value: 'null' } });
    expect(sent(draft)).toEqual({ note: null });
    await type('note', 'x');
    expect(sent(draft)).toEqual({ note: 'x' });
  });

  it('takes JSON where a form cannot draw, and names line and column of a fault', async () => {
    const draft = draw(object({ shape: { anyOf: [{ type: 'string' }, { type: 'object', properties: {} }] } }));
    await type('shape', '{"a": tru}');
    expect(screen.getByText(/^Line 1, column 7:/)).toBeTruthy();
    expect(draft.args.ok).toBe(false);
    await type('shape', '{"a": true}');
    expect(sent(draft)).toEqual({ shape: { a: true } });
  });
});

describe('form and JSON', () => {
  const schema = object({ a: { type: 'string' } });

  it('carry the same arguments', async () => {
    const draft = draw(schema);
    await type('a', 'x');
    draft.show('json');
    await waitFor(() => expect(screen.getByLabelText('Arguments')).toHaveProperty('value', '{\n  "a": "x"\n}'));
    await type('Arguments', '{"a":"y"}');
    draft.show('form');
    await waitFor(() => expect(screen.getByLabelText('a')).toHaveProperty('value', 'y'));
  });

  it('stay JSON where the form would lose something, and say so', async () => {
    const draft = draw(schema);
    draft.show('json');
    await waitFor(() => screen.getByLabelText('Arguments'));
    await type('Arguments', '{"a":"y","more":1}');
    draft.show('form');
    await waitFor(() => expect(screen.getByText('The form cannot show all of this, so it stays JSON.')).toBeTruthy());
    expect(sent(draft)).toEqual({ a: 'y', more: 1 });
  });

  it('a list is no arguments', async () => {
    const draft = draw({ anyOf: [object({ a: {} }), object({ b: {} })] });
    await type('Arguments', '[1]');
    expect(sent(draft)).toBe('Arguments are a JSON object: { "name": value }.');
  });
});

describe('hostile names', () => {
  it('are shown as text, their hidden characters as code points', () => {
    const draft = draw(
      object({ '<img src=x onerror=alert(1)>': { type: 'string', description: '<b>bold</b>' }, 'evil\u202Egnp': { type: 'string' } }),
    );
    expect(document.querySelector('img, b')).toBeNull();
    expect(screen.getByLabelText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(screen.getByLabelText('evilU+202Egnp')).toBeTruthy();
    expect(sent(draft)).toEqual({});
  });
  it('of prototypes are fields like others', async () => {
    const draft = draw({
      type: 'object',
      properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as Json,
    });
    await type('__proto__', 'x');
    expect(JSON.stringify(sent(draft))).toBe('{"__proto__":"x"}');
  });
});
