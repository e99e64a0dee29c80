import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../main/config/draft.js';
import type { EntryDraft } from '../../preload/contract/entry.js';

const none: ReadonlySet<string> = new Set();
const local = (fields: Partial<Extract<EntryDraft, { kind: 'local' }>>): EntryDraft => ({
  kind: 'local',
  name: 'files',
  command: 'npx',
  args: [],
  env: {},
  ...fields,
});
const remote = (fields: Partial<Extract<EntryDraft, { kind: 'remote' }>>): EntryDraft => ({
  kind: 'remote',
  name: 'api',
  url: 'https://h/mcp',
  headers: {},
  ...fields,
});
const json = (text: string, name = ''): EntryDraft => ({ kind: 'json', name, text });
const codes = (draft: EntryDraft, taken = none): string[] => checkDraft(draft, taken).problems.map((problem) => problem.code);

describe('drafts that are complete', () => {
  it('a local command becomes a definition and the entry to write, empty parts left out', () => {
    expect(checkDraft(local({ args: ['-y', 'p'], env: { A: '1' }, cwd: '' }), none)).toEqual({
      problems: [],
      name: 'files',
      definition: { transport: 'stdio', command: 'npx', args: ['-y', 'p'], env: { A: '1' } },
      entry: { command: 'npx', args: ['-y', 'p'], env: { A: '1' } },
    });
    expect(checkDraft(local({}), none).entry).toEqual({ command: 'npx' });
  });

  it('a remote URL with a token header', () => {
    const checked = checkDraft(remote({ headers: { Authorization: 'Bearer x' } }), none);
    expect(checked.entry).toEqual({ url: 'https://h/mcp', headers: { Authorization: 'Bearer x' } });
    expect(checked.definition).toMatchObject({ transport: 'http', headers: { Authorization: 'Bearer x' } });
  });

  it.each([
    ['a bare entry', json('{"command": "a", "own": 1}', 'n'), 'n'],
    ['a whole file with one entry', json('{"mcpServers": {"inner": {"command": "a", "own": 1}}}'), 'inner'],
    ['the same under servers, with a comment', json('{"servers": {"inner": {"command": "a", "own": 1,},},} // end'), 'inner'],
    ['a typed name wins over the pasted one', json('{"mcpServers": {"inner": {"command": "a", "own": 1}}}', 'typed'), 'typed'],
  ])('JSON: %s', (_what, draft, name) => {
    expect(checkDraft(draft, none)).toMatchObject({ problems: [], name, definition: { command: 'a' }, entry: { command: 'a', own: 1 } });
  });

  it('an mcp-remote command is tested as the remote server it is, and written as it was typed', () => {
    const checked = checkDraft(local({ args: ['mcp-remote', 'https://h/mcp'] }), none);
    expect(checked.definition).toMatchObject({ transport: 'http', viaMcpRemote: true });
    expect(checked.entry).toEqual({ command: 'npx', args: ['mcp-remote', 'https://h/mcp'] });
  });

  it('a warning does not stand in the way', () => {
    const checked = checkDraft(local({ env: { T: '${TOKEN}' } }), none);
    expect(checked.problems).toMatchObject([{ code: 'used-as-written', severity: 'warning' }]);
    expect(checked.definition).toBeDefined();
  });
});

describe('drafts with problems', () => {
  it.each([
    [local({ name: '' }), 'name-empty'],
    [local({ name: 'x'.repeat(65) }), 'name-long'],
    [local({ name: 'a\u200Bb' }), 'name-characters'],
    [local({ name: ' a' }), 'name-spaces'],
    [local({ name: 'taken' }), 'name-taken'],
    [local({ command: '  ' }), 'command-empty'],
    [local({ env: { 'A=B': '1' } }), 'env-name'],
    [local({ env: { '': '1' } }), 'env-name'],
    [local({ args: ['a\0'] }), 'nul-character'],
    [remote({ url: '' }), 'url-invalid'],
    [remote({ url: 'file:///etc/passwd' }), 'url-invalid'],
    [remote({ headers: { 'A B': '1' } }), 'header-name'],
    [remote({ headers: { A: 'x\r\nB: y' } }), 'header-value'],
    [json('', 'n'), 'json-empty'],
    [json('[1]', 'n'), 'json-shape'],
    [json('{"mcpServers": {}}', 'n'), 'json-shape'],
    [json('{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}}', 'n'), 'json-shape'],
    [json('{"mcpServers": {"a": 1}}'), 'entry-not-object'],
    [json('{"mcpServers": {"taken": {"command": "a"}}}'), 'name-taken'],
    [json('{"command": "a", "url": "https://h"}', 'n'), 'command-and-url'],
  ])('%j is %s', (draft, code) => {
    const checked = checkDraft(draft, new Set(['taken']));
    expect(checked.problems).toMatchObject([{ code, severity: 'error' }]);
    expect(checked).not.toHaveProperty('definition');
    expect(checked).not.toHaveProperty('entry');
  });

  it('JSON faults have line and column in the typed text; those of forms have none', () => {
    expect(checkDraft(json('{\n  "command": "a"\n  "args": []\n}', 'n'), none).problems).toMatchObject([
      { code: 'json-syntax', line: 3, column: 3 },
    ]);
    expect(checkDraft(json('{\n  "command": 5\n}', 'n'), none).problems).toMatchObject([{ code: 'command-type', line: 2, column: 14 }]);
    expect(checkDraft(remote({ url: 'x' }), none).problems[0]).not.toHaveProperty('line');
  });

  it('all problems are told at once', () => {
    expect(codes(local({ name: '', command: '', env: { '=': '1' } }))).toEqual(['name-empty', 'command-empty', 'env-name']);
  });

  it('a variable named __proto__ is an ordinary one', () => {
    const env = Object.fromEntries([['__proto__', 'v']]);
    expect(Object.entries(checkDraft(local({ env }), none).entry?.['env'] ?? {})).toEqual([['__proto__', 'v']]);
  });
});
