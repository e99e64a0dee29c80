import { render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import AddDialog from '../../renderer/servers/add-dialog.svelte';
import { parseArguments } from '../../renderer/servers/argument-text.js';
import { DraftFields } from '../../renderer/servers/draft.svelte.js';
import { installBridge } from './fake-bridge.js';

function type(label: string, text: string): void {
  const field = screen.getByLabelText(label);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error(`${label} is no text field`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('arguments as they are typed', () => {
  it.each([
    ['["-y", "a b"]', ['-y', 'a b']],
    ['-y\npackage name\n', ['-y', 'package name']],
    ['', []],
  ])('%j is read', (text, args) => {
    expect(parseArguments(text)).toEqual({ ok: true, value: args });
  });

  it('a half-typed array and an item that is no text are told', () => {
    expect(parseArguments('["-y"')).toMatchObject({ ok: false });
    expect(parseArguments('["-y", 3]')).toEqual({ ok: false, problem: 'Argument 2 is no text. Put it in quotes.' });
  });
});

describe('the Add dialog', () => {
  it('checks while one types, tests without saving, and adds what was checked', async () => {
    const onclose = vi.fn();
    const bridge = installBridge({
      'entry.check': () => ({ problems: [{ code: 'variable', severity: 'warning', message: 'Used as written.' }] }),
      'entry.test': () => ({ ok: true, message: 'Connected; 2 tools.', tools: ['read', 'write'], stderrTail: [] }),
    });
    render(AddDialog, { onclose });
    expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true');
    type('Name', 'memory');
    type('Command', 'npx');
    type('Arguments', '["-y", "server"]');
    await vi.waitFor(() => expect(screen.getByRole('list', { name: 'Faults' }).textContent).toContain('Used as written.'));
    screen.getByRole('button', { name: 'Test' }).click();
    await vi.waitFor(() => expect(screen.getByText('Connected; 2 tools.')).toBeTruthy());
    expect(bridge.asked.map(({ route }) => route)).not.toContain('entry.add');
    screen.getByRole('button', { name: 'Add' }).click();
    await vi.waitFor(() => expect(onclose).toHaveBeenCalled());
    const draft = { kind: 'local', name: 'memory', command: 'npx', args: ['-y', 'server'], env: {} };
    expect(bridge.asked.at(-1)).toEqual({ route: 'entry.add', input: draft });
  });

  it('does not add while the check finds an error', async () => {
    installBridge({ 'entry.check': () => ({ problems: [{ code: 'taken', severity: 'error', message: 'That name is taken.' }] }) });
    render(AddDialog, { onclose: vi.fn() });
    type('Name', 'memory');
    type('Command', 'npx');
    await vi.waitFor(() => expect(screen.getByText(/That name is taken/)).toBeTruthy());
    expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('types a token hidden, and keeps nothing of it once it is closed', () => {
    const fields = new DraftFields();
    fields.kind = 'remote';
    fields.url = 'https://mcp.example.com/mcp';
    fields.headers = [{ name: 'Authorization', value: 'Bearer secret' }];
    fields.clear();
    expect(JSON.stringify(fields.toDraft())).not.toContain('secret');
    installBridge({});
    render(AddDialog, { onclose: vi.fn() });
    screen.getByRole('radio', { name: 'Remote HTTP' }).click();
    return vi.waitFor(() => expect(screen.getByLabelText('Value of Authorization').getAttribute('type')).toBe('password'));
  });
});
