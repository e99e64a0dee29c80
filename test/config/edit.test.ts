import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntrySource } from '../../main/config/definition.js';
import { ConfigEditor } from '../../main/config/edit.js';
import { serverOf, tempHome, type TempHome } from './temp-home.js';

const done = { ok: true, value: undefined };
const file = '.greenroom/mcp.json';
const text =
  '{\n  "mcpServers": {\n    // files of the project\n    "files": { "command": "a", "own": 1 },\n    "other": { "command": "b", "disabled": true }\n  }\n}\n';

async function project(content = text): Promise<TempHome & { path: string; source: (name: string) => Promise<EntrySource> }> {
  const places = await tempHome();
  const path = await places.write('workspace', file, content);
  return { ...places, path, source: async (name) => serverOf(await places.load(), name).source };
}

describe('enable and disable', () => {
  it('writes the key, and false only where the key was', async () => {
    const { path, source } = await project();
    const editor = new ConfigEditor();
    expect(await editor.setDisabled(await source('files'), 'files', true)).toEqual(done);
    const disabled = text.replace('"own": 1 }', '"own": 1, "disabled": true }');
    expect(await readFile(path, 'utf8')).toBe(disabled);
    expect(await editor.setDisabled(await source('files'), 'files', false)).toEqual(done);
    expect(await readFile(path, 'utf8')).toBe(disabled.replace('1, "disabled": true', '1, "disabled": false'));
  });

  it('leaves the file alone, to the byte and the inode, when there is nothing to change', async () => {
    const { path, source } = await project();
    const before = await stat(path);
    const editor = new ConfigEditor();
    expect(await editor.setDisabled(await source('files'), 'files', false)).toEqual(done);
    expect(await editor.setDisabled(await source('other'), 'other', true)).toEqual(done);
    expect((await stat(path)).ino).toBe(before.ino);
  });

  it('edits at once are done one after the other, and none is lost', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${String(index)}`);
    const { source, load } = await project(
      JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'a' }])) }),
    );
    const editor = new ConfigEditor();
    const sources = await Promise.all(names.map(source));
    await Promise.all(names.map((name, index) => editor.setDisabled(sources[index] as EntrySource, name, true)));
    expect((await load()).servers.every((server) => server.disabled)).toBe(true);
  });

  it('reads the file again: a hand edit made since the load stays', async () => {
    const { path, source } = await project();
    const old = await source('other');
    const changed = text.replace('"command": "a"', '"command": "by hand"');
    await writeFile(path, changed);
    expect(await new ConfigEditor().setDisabled(old, 'other', false)).toEqual(done);
    expect(await readFile(path, 'utf8')).toBe(changed.replace('"disabled": true', '"disabled": false'));
  });
});

describe('remove and add', () => {
  it('removes one entry and keeps the rest, comments included', async () => {
    const { path, source } = await project();
    expect(await new ConfigEditor().removeEntry(await source('files'), 'files')).toEqual(done);
    expect(await readFile(path, 'utf8')).toBe(text.replace('    "files": { "command": "a", "own": 1 },\n', ''));
  });

  it('adds an entry at the end, also one named __proto__', async () => {
    const { path, load } = await project();
    const editor = new ConfigEditor();
    expect(await editor.addEntry(path, '__proto__', { command: 'n' })).toEqual(done);
    expect(await readFile(path, 'utf8')).toBe(
      text.replace('"disabled": true }\n', '"disabled": true },\n    "__proto__": {\n      "command": "n"\n    }\n'),
    );
    expect((await load()).servers.map((server) => server.name)).toEqual(['files', 'other', '__proto__']);
  });

  it.each([
    ['{ "servers": { "a": {} } }', '{ "servers": { "a": {}, "n": {"command":"c"} } }'],
    ['{}', '{\n  "mcpServers": {\n    "n": {\n      "command": "c"\n    }\n  }\n}'],
    ['// mine\n', '// mine\n{\n  "mcpServers": {\n    "n": {\n      "command": "c"\n    }\n  }\n}\n'],
  ])('adds to %j', async (before, after) => {
    const { path } = await project(before);
    expect(await new ConfigEditor().addEntry(path, 'n', { command: 'c' })).toEqual(done);
    expect(await readFile(path, 'utf8')).toBe(after);
  });

  it('creates file and folder, readable by their owner alone, and keeps the order of the calls', async () => {
    const { workspace, load } = await tempHome();
    const path = join(workspace, file);
    const editor = new ConfigEditor();
    const results = await Promise.all(['a', 'b', 'c'].map((name) => editor.addEntry(path, name, { command: name })));
    expect(results).toEqual([done, done, done]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await load()).servers.map((server) => server.name)).toEqual(['a', 'b', 'c']);
  });

  it('keeps the mode of the file and leaves no second file behind', async () => {
    const { path } = await project();
    await chmod(path, 0o644);
    await new ConfigEditor().addEntry(path, 'n', { command: 'c' });
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await readdir(dirname(path))).toEqual(['mcp.json']);
  });

  it('follows a link to the real file and keeps the link', async () => {
    const { workspace, path, load } = await project();
    const link = join(workspace, '.mcp.json');
    await symlink(path, link);
    expect(await new ConfigEditor().addEntry(link, 'n', { command: 'c' })).toEqual(done);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(serverOf(await load(), 'n').source.file).toBe(path);
  });
});

describe('edits that are refused leave the file as it is', () => {
  it.each([
    ['a syntax error, with its line', '{\n"mcpServers": {\n"files": {"command": "a"} "b": 1}}', 'json-syntax', 3],
    ['an entry that is gone', '{"mcpServers": {}}', 'entry-missing', undefined],
    ['an entry that stands twice', '{"mcpServers": {"files": {}, "files": {}}}', 'duplicate-key', undefined],
    ['a section that stands twice', '{"mcpServers": {"files": {}}, "mcpServers": {"files": {}}}', 'duplicate-key', undefined],
    ['an entry that is no object', '{"mcpServers": {"files": 1}}', 'entry-not-object', undefined],
    ['a key that stands twice', '{"mcpServers": {"files": {"disabled": true, "disabled": false}}}', 'duplicate-key', undefined],
  ])('%s', async (_what, content, code, line) => {
    const { path, source } = await project();
    const old = await source('files');
    await writeFile(path, content);
    const result = await new ConfigEditor().setDisabled(old, 'files', true);
    expect(result).toMatchObject({ ok: false, problem: { code, file, ...(line === undefined ? {} : { line }) } });
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it.each([
    ['{"mcpServers": {"n": {}}}', 'name-taken'],
    ['{"servers": {"n": {}}, "mcpServers": {}}', 'name-taken'],
    ['[]', 'root-not-object'],
    ['{"mcpServers": []}', 'section-not-object'],
    ['{"mcpServers": {', 'json-syntax'],
  ])('adding to %j is %s', async (content, code) => {
    const { path } = await project(content);
    expect(await new ConfigEditor().addEntry(path, 'n', { command: 'c' })).toMatchObject({ ok: false, problem: { code } });
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('a file that vanished, a folder in its place, a link that leads nowhere', async () => {
    const { workspace, path, source } = await project();
    const old = await source('files');
    const editor = new ConfigEditor();
    const gone = { ...old, file: join(workspace, 'gone.json') };
    expect(await editor.setDisabled(gone, 'files', true)).toMatchObject({ problem: { code: 'file-missing' } });
    await mkdir(join(workspace, 'folder.json'));
    expect(await editor.addEntry(join(workspace, 'folder.json'), 'n', {})).toMatchObject({ problem: { code: 'file-not-file' } });
    await symlink('nowhere.json', join(workspace, 'link.json'));
    expect(await editor.addEntry(join(workspace, 'link.json'), 'n', {})).toMatchObject({ problem: { code: 'file-link-broken' } });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.runIf(process.platform !== 'win32')('a folder in which nothing may be written', async () => {
    const { home, workspace, path, source } = await project();
    const old = await source('files');
    const own = process.geteuid?.() ?? 0;
    for (const folder of [dirname(home), workspace, dirname(path)]) await chmod(folder, 0o555);
    await chmod(path, 0o444);
    // root may write anywhere: be nobody for a moment
    if (own === 0) process.seteuid?.(65_534);
    try {
      const result = await new ConfigEditor().setDisabled(old, 'files', true);
      expect(result).toMatchObject({ ok: false, problem: { code: 'write-forbidden', file } });
    } finally {
      if (own === 0) process.seteuid?.(own);
      for (const folder of [dirname(home), workspace, dirname(path)]) await chmod(folder, 0o755);
    }
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(dirname(path))).toEqual(['mcp.json']);
  });
});
