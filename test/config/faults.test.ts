import { describe, expect, it } from 'vitest';
import { loadText, serverOf } from './temp-home.js';

describe('texts with faults', () => {
  it.each([
    ['a file that breaks off', '{\n "mcpServers": {\n  "a": { "command": "a" },\n  "b": { "command": "b", "args": ["x"', 4, 38],
    ['a missing value', '{\n "mcpServers": {\n  "a": { "command": "a" },\n  "b": { "command": }\n}}', 4, 21],
    ['a missing colon', '{\n "mcpServers": {\n  "a": { "command": "a" },\n  "b": { "command" "b" }\n}}', 4, 20],
    ['a text that is never closed', '{\n "mcpServers": {\n  "a": { "command": "a" },\n  "b": { "command": "b\n}}}', 4, 21],
    ['single quotes', '{\n "mcpServers": {\n  "a": { "command": "a" },\n  "b": { \'command\': "b" }\n}}', 4, 10],
  ])('%s: the place is told, the entry is invalid, the one before works', async (_what, text, line, column) => {
    const config = await loadText(text);
    expect(config.problems[0]).toMatchObject({ code: 'json-syntax', severity: 'error', file: '.mcp.json', line, column });
    expect(serverOf(config, 'a').definition).toMatchObject({ ok: true, value: { command: 'a' } });
    expect(serverOf(config, 'b').definition).toMatchObject({ ok: false, problem: { code: 'json-syntax', server: 'b' } });
  });

  it('a missing comma between two entries harms neither', async () => {
    const config = await loadText('{"mcpServers": {"a": {"command": "a"}"b": {"command": "b"}}}');
    expect(config.problems).toMatchObject([{ code: 'json-syntax', line: 1, column: 38 }]);
    expect(config.servers.map((server) => server.definition.ok)).toEqual([true, true]);
  });

  it('names at most five faults of one file', async () => {
    const config = await loadText(`{"mcpServers": {${'"x": tru, '.repeat(50)}}}`);
    expect(config.problems).toHaveLength(5);
  });

  it.each([
    ['[]', 'root-not-object', 'a list'],
    ['"text"', 'root-not-object', 'a text'],
    ['{"mcpServers": []}', 'section-not-object', 'a list'],
    ['{"servers": null}', 'section-not-object', 'null'],
  ])('%s is told as %s', async (text, code, found) => {
    const { problems, servers } = await loadText(text);
    expect(problems).toMatchObject([{ code, severity: 'error', line: 1 }]);
    expect(problems[0]?.message).toContain(found);
    expect(servers).toEqual([]);
  });

  it('entries at the top of the file are told instead of being left out in silence', async () => {
    const { problems } = await loadText('{\n  "files": { "command": "a" }\n}');
    expect(problems).toMatchObject([{ code: 'no-servers-key', severity: 'warning', line: 2, column: 3 }]);
    expect((await loadText('{"inputs": [], "editor": {"x": 1}}')).problems).toEqual([]);
  });

  it('a section that stands twice is a warning with both lines', async () => {
    const { problems, servers } = await loadText('{\n"mcpServers": {"a": {"command": "a"}},\n"mcpServers": {"b": {"command": "b"}}\n}');
    expect(problems).toMatchObject([{ code: 'duplicate-key', severity: 'warning', line: 3 }]);
    expect(problems[0]?.message).toMatch(/line 2 .*line 3/);
    expect(servers.map((server) => server.name)).toEqual(['b']);
  });

  it('a key that stands twice within an entry, or deeper, is a warning of that entry', async () => {
    const config = await loadText('{"mcpServers": {"a": {\n"command": "x",\n"env": {"T": "1",\n"T": "2"},\n"command": "y"}}}');
    const a = serverOf(config, 'a');
    expect(a.definition).toMatchObject({ ok: true, value: { command: 'y', env: { T: '2' } } });
    expect(a.warnings.map((warning) => [warning.code, warning.line])).toEqual([
      ['duplicate-key', 5],
      ['duplicate-key', 4],
    ]);
  });

  it('a text nested without end is a fault, not a crash', async () => {
    const { problems } = await loadText('['.repeat(1_000_000));
    expect(problems).toMatchObject([{ code: 'json-syntax', line: 1, column: 101 }]);
  });

  it('reads many thousand entries, each with its place', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `"s${String(index)}": { "command": 1 }`).join(',\n');
    const config = await loadText(`{"mcpServers": {\n${many}\n}}`);
    expect(config.servers).toHaveLength(20_000);
    expect(serverOf(config, 's19999').definition).toMatchObject({ problem: { line: 20_001 } });
  });
});
