import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../main/config/load.js';
import { serverOf, tempHome } from './temp-home.js';

const entry = (command: string, key = 'mcpServers', name = 'files'): string => JSON.stringify({ [key]: { [name]: { command } } });
const projectFiles = ['.greenroom/mcp.json', '.andromity/mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', '.mcp.json'];

describe('which files are read', () => {
  it('reads the user file, then the project files in the documented order, and the first one wins', async () => {
    const places = await tempHome();
    await places.write('home', '.greenroom/mcp.json', entry('user'));
    for (const file of projectFiles) await places.write('workspace', file, entry(file));
    const files = serverOf(await places.load(), 'files');
    expect(files.definition).toMatchObject({ ok: true, value: { command: 'user' } });
    expect(files.source.display).toBe('~/.greenroom/mcp.json');
    expect(files.hides.map((source) => source.display)).toEqual(projectFiles);
  });

  it.each(projectFiles.slice(0, -1).map((file, index) => [file, projectFiles[index + 1] ?? '']))(
    '%s wins over %s',
    async (first, second) => {
      const places = await tempHome();
      await places.write('workspace', second, entry('second'));
      await places.write('workspace', first, entry('first'));
      const files = serverOf(await places.load(), 'files');
      expect(files.definition).toMatchObject({ ok: true, value: { command: 'first' } });
      expect(files.hides.map((source) => source.display)).toEqual([second]);
    },
  );

  it('P40 a winner names every entry it hides, with file, section and line', async () => {
    const places = await tempHome();
    const user = await places.write('home', '.greenroom/mcp.json', '{\n "mcpServers": {\n  "files": { "command": "user" } } }');
    const project = await places.write('workspace', '.mcp.json', '{ "servers": {\n\n  "files": { "command": "evil" } } }');
    const files = serverOf(await places.load(), 'files');
    expect(files.source).toEqual({ file: user, display: '~/.greenroom/mcp.json', section: 'mcpServers', line: 3, column: 3 });
    expect(files.hides).toEqual([{ file: project, display: '.mcp.json', section: 'servers', line: 3, column: 3 }]);
  });

  it('P40 an entry that cannot be read still hides the later ones, so that a typing error starts nothing else', async () => {
    const places = await tempHome();
    await places.write('home', '.greenroom/mcp.json', '{"mcpServers": {"files": {"comand": "user"}}}');
    await places.write('workspace', '.mcp.json', entry('project'));
    const files = serverOf(await places.load(), 'files');
    expect(files.definition).toMatchObject({ ok: false, problem: { code: 'no-command-or-url' } });
    expect(files.hides).toHaveLength(1);
  });

  it('reads the same real path once when the workspace is the home folder', async () => {
    const { home, write } = await tempHome();
    await write('home', '.greenroom/mcp.json', entry('user'));
    await write('home', '.mcp.json', entry('other', 'mcpServers', 'other'));
    const config = await loadConfig({ home, workspace: home });
    expect(config.servers.map((server) => [server.name, server.source.display, server.hides.length])).toEqual([
      ['files', '~/.greenroom/mcp.json', 0],
      ['other', '~/.mcp.json', 0],
    ]);
    expect(config.files).toHaveLength(5);
  });

  it('reads a file once that is reached through a link to a file or a folder', async () => {
    const places = await tempHome();
    const real = await places.write('workspace', '.vscode/mcp.json', entry('one', 'servers'));
    await symlink(real, join(places.workspace, '.mcp.json'));
    await symlink(join(places.workspace, '.vscode'), join(places.workspace, '.cursor'));
    const config = await places.load();
    expect(config.servers).toHaveLength(1);
    expect(serverOf(config, 'files').hides).toEqual([]);
  });

  it('reads the user file alone when no folder is open', async () => {
    const { home, write } = await tempHome();
    await write('home', '.greenroom/mcp.json', entry('user'));
    const config = await loadConfig({ home, workspace: null });
    expect(config.servers.map((server) => server.name)).toEqual(['files']);
    expect(config.files).toEqual([join(home, '.greenroom', 'mcp.json')]);
  });

  it('says nothing of files that do not exist or hold nothing, and lists them for the watcher', async () => {
    const places = await tempHome();
    await places.write('workspace', '.mcp.json', '  // nothing yet\n');
    await places.write('workspace', '.vscode', 'a file where a folder could be');
    const config = await places.load();
    expect(config).toMatchObject({ servers: [], problems: [] });
    expect(config.files).toHaveLength(6);
  });
});

describe('both section names', () => {
  it('reads both in one file, mcpServers first, and warns of a name that stands under both', async () => {
    const places = await tempHome();
    await places.write(
      'workspace',
      '.mcp.json',
      '{"servers": {"files": {"command": "s"}, "only": {"command": "o"}},\n"mcpServers": {"files": {"command": "m"}}}',
    );
    const config = await places.load();
    const files = serverOf(config, 'files');
    expect(config.servers.map((server) => server.name)).toEqual(['files', 'only']);
    expect(files.definition).toMatchObject({ ok: true, value: { command: 'm' } });
    expect(files.hides).toMatchObject([{ section: 'servers', line: 1 }]);
    expect(files.warnings).toMatchObject([{ code: 'duplicate-section', severity: 'warning', line: 1, server: 'files' }]);
    expect(files.warnings[0]?.message).toMatch(/line 2.*line 1/);
  });
});

describe('files that cannot be read', () => {
  it('names a folder in the place of a file', async () => {
    const places = await tempHome();
    await mkdir(join(places.workspace, '.mcp.json'));
    expect((await places.load()).problems).toMatchObject([{ code: 'file-not-file', severity: 'error', file: '.mcp.json' }]);
  });

  it('names a file that is too large and reads the others', async () => {
    const places = await tempHome();
    await places.write('workspace', '.mcp.json', ' '.repeat(4 * 1_024 * 1_024 + 1));
    await places.write('workspace', '.vscode/mcp.json', entry('good'));
    const config = await places.load();
    expect(config.problems).toMatchObject([{ code: 'file-too-large', file: '.mcp.json' }]);
    expect(config.servers).toHaveLength(1);
  });

  it('names a link that leads in a circle', async () => {
    const places = await tempHome();
    await symlink('.mcp.json', join(places.workspace, '.mcp.json'));
    expect((await places.load()).problems).toMatchObject([{ code: 'file-link-loop', file: '.mcp.json' }]);
  });

  it('names bytes that are no UTF-8 with their line, and a UTF-16 file as such', async () => {
    const places = await tempHome();
    await places.write('workspace', '.mcp.json', Buffer.from('{\n"mcpServers": {}, "x": "\xe9"\n}', 'latin1'));
    await places.write('workspace', '.vscode/mcp.json', Buffer.from('\uFEFF{}', 'utf16le'));
    const { problems } = await places.load();
    expect(problems).toMatchObject([
      { code: 'file-encoding', file: '.vscode/mcp.json', message: expect.stringContaining('UTF-16') as string },
      { code: 'file-encoding', file: '.mcp.json', line: 2 },
    ]);
  });
});
