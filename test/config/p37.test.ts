import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ConfigEditor } from '../../main/config/edit.js';
import { loadText, serverOf, tempHome } from './temp-home.js';

const good = (command: string): unknown => ({
  ok: true,
  value: { transport: 'stdio', command, args: [], env: {} },
});

describe('P37 comments, trailing comma, BOM, duplicate key, broken entry', () => {
  it('P37 file 1: line and block comments are read', async () => {
    const config = await loadText('{\n  // ours\n  "mcpServers": { /* files */ "files": { "command": "a" } } // end\n}');
    expect(serverOf(config, 'files').definition).toEqual(good('a'));
    expect(config.problems).toEqual([]);
  });

  it('P37 file 2: trailing commas are read, in objects and lists', async () => {
    const config = await loadText('{"mcpServers": {"files": {"command": "a", "args": ["x",],},},}');
    expect(serverOf(config, 'files').definition).toMatchObject({ ok: true, value: { args: ['x'] } });
    expect(config.problems).toEqual([]);
  });

  it('P37 file 3: a byte order mark and Windows line ends are read and move no line or column', async () => {
    const config = await loadText('\uFEFF{\r\n  "mcpServers": {\r\n    "files": { "command": "a" },\r\n    "x": 1\r\n  }\r\n}\r\n');
    expect(serverOf(config, 'files').definition).toEqual(good('a'));
    expect(serverOf(config, 'files').source).toMatchObject({ line: 3, column: 5 });
    expect(serverOf(config, 'x').definition).toMatchObject({ ok: false, problem: { line: 4, column: 10 } });
    const [first] = (await loadText('\uFEFF{ "mcpServers": }')).problems;
    expect(first).toMatchObject({ code: 'json-syntax', line: 1, column: 17 });
  });

  it('P37 file 4: a name that stands twice is a warning that names both lines, and the last one is used', async () => {
    const config = await loadText(
      '{\n"mcpServers": {\n  "files": { "command": "a" },\n  "other": { "command": "o" },\n  "files": { "command": "b" }\n}}',
    );
    const files = serverOf(config, 'files');
    expect(files.definition).toEqual(good('b'));
    expect(files.source.line).toBe(5);
    expect(files.warnings).toHaveLength(1);
    expect(files.warnings[0]).toMatchObject({ code: 'duplicate-key', severity: 'warning', line: 5, column: 3 });
    expect(files.warnings[0]?.message).toMatch(/line 3 .*line 5/);
    expect(config.servers.map((server) => server.name)).toEqual(['other', 'files']);
  });

  it('P37 file 5: a fault is told with file, line and column, and the good entries around it work', async () => {
    const config = await loadText(
      '{\n  "mcpServers": {\n    "one": { "command": "a" },\n    "two": { "command": "b" "args": [] },\n    "three": { "command": "c" }\n  }\n}',
    );
    expect(config.problems).toEqual([
      expect.objectContaining({ code: 'json-syntax', severity: 'error', file: '.mcp.json', line: 4, column: 29 }),
    ]);
    expect(config.problems[0]?.message).toContain('comma is missing');
    expect(serverOf(config, 'one').definition).toEqual(good('a'));
    expect(serverOf(config, 'three').definition).toEqual(good('c'));
    expect(serverOf(config, 'two').definition).toMatchObject({
      ok: false,
      problem: { code: 'json-syntax', line: 4, column: 29, server: 'two' },
    });
  });

  it('P37 file 6: writing keeps comments, order, unknown keys, indentation, line ends and the byte order mark', async () => {
    const before =
      '\uFEFF{\r\n\t// the team\'s servers\r\n\t"zeta": 1,\r\n\t"mcpServers": {\r\n\t\t"b": { "command": "b", "custom": { "z": 1, "a": 2 } }, // second\r\n\t\t/* first */ "a": {\r\n\t\t\t"command": "a", // program\r\n\t\t},\r\n\t},\r\n}\r\n';
    const places = await tempHome();
    const file = await places.write('workspace', '.mcp.json', before);
    const { source } = serverOf(await places.load(), 'a');
    expect(await new ConfigEditor().setDisabled(source, 'a', true)).toEqual({ ok: true, value: undefined });
    expect(await readFile(file, 'utf8')).toBe(before.replace('// program', '// program\r\n\t\t\t"disabled": true,'));
  });
});
