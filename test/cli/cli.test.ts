import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCli, startCli, withHome } from './cli-process.js';

const fixtures = join(import.meta.dirname, '..', 'servers');
const filesystem = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist',
  'index.js',
);

const node = (file: string, ...rest: string[]): object => ({ command: process.execPath, args: [join(fixtures, file), ...rest] });

async function workspace(home: string, servers: Record<string, unknown>): Promise<string> {
  const folder = join(home, 'project');
  await mkdir(join(folder, '.greenroom'), { recursive: true });
  await writeFile(join(folder, '.greenroom', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  return folder;
}

/** Servers that carry Greenroom's marker and this home: what the terminal started. */
async function started(home: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return pids
    .filter((_, at) => environments[at]?.includes(`HOME=${home}\0`) === true && environments[at].includes('GREENROOM_MARKER='))
    .map(Number);
}

describe('cli servers', () => {
  it('reports a good, a broken, a crashing and a missing server in words, and ends with 0', () =>
    withHome(async (home) => {
      const folder = await workspace(home, {
        good: node('crash-in-call.mjs'),
        broken: { args: ['no', 'command'] },
        crashing: { ...node('exits-with-code.mjs'), env: { FIXTURE_CODE: '3' } },
        missing: { command: 'no-such-command-anywhere' },
      });
      const { code, stdout } = await runCli(home, 'servers', '--json', '--trust', '--workspace', folder);
      expect(code).toBe(0);
      const reports = JSON.parse(stdout) as { name: string }[];
      const report = (name: string): unknown => reports.find((one) => one.name === name);
      expect(report('good')).toMatchObject({
        state: 'ready',
        reason: '',
        source: '.greenroom/mcp.json',
        transport: 'stdio',
        pid: expect.any(Number) as number,
      });
      expect(report('broken')).toMatchObject({ state: 'invalid', reason: expect.stringMatching(/mcp\.json:1:\d+: .*command/) as string });
      expect(report('crashing')).toMatchObject({
        state: 'failed',
        exitCode: 3,
        stderrTail: expect.arrayContaining(['could not start']) as string[],
        reason: expect.stringContaining('exit code 3') as string,
      });
      expect(report('missing')).toMatchObject({ state: 'failed', reason: expect.stringContaining('no-such-command-anywhere') as string });
      expect(await started(home)).toEqual([]);
    }));

  it('starts nothing in a folder that is not trusted', () =>
    withHome(async (home) => {
      const proof = join(home, 'proof.txt');
      const folder = await workspace(home, { toucher: { ...node('touches-a-file.mjs'), env: { FIXTURE_FILE: proof } } });
      const { code, stdout } = await runCli(home, 'servers', '--json', '--workspace', folder);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject([{ name: 'toucher', state: 'untrusted-folder' }]);
      expect((await runCli(home, 'tools', '--workspace', folder)).code).toBe(5);
      await expect(stat(proof)).rejects.toThrow('ENOENT');
    }));

  it('lets no name or fault of a config file write a line or an escape sequence of its own', () =>
    withHome(async (home) => {
      const folder = await workspace(home, {
        'x: Invalid\nfiles: Ready · 14 tools\nz': {},
        'evil\u001b]0;TITLE\u0007': { command: 'node' },
      });
      const { stdout, stderr } = await runCli(home, 'servers', '--workspace', folder);
      expect(stdout).toContain('⟨U+000A⟩');
      expect(stdout).not.toMatch(/^files: Ready/m);
      expect(stdout + stderr).not.toContain('\u001b');
    }));

  it('trusts for this run only', () =>
    withHome(async (home) => {
      const folder = await workspace(home, { good: node('crash-in-call.mjs') });
      expect(JSON.parse((await runCli(home, 'servers', '--json', '--trust', '--workspace', folder)).stdout)).toMatchObject([
        { state: 'ready' },
      ]);
      expect(JSON.parse((await runCli(home, 'servers', '--json', '--workspace', folder)).stdout)).toMatchObject([
        { state: 'untrusted-folder' },
      ]);
    }));
});

describe('a reader that goes away', () => {
  it('does not keep the servers from being stopped', () =>
    withHome(async (home) => {
      const folder = await workspace(home, { stubborn: node('ignores-sigterm.mjs'), good: node('crash-in-call.mjs') });
      const run = startCli(home, ['servers', '--trust', '--workspace', folder]);
      run.closeOutput();
      const { code, stderr } = await run.ended;
      expect(stderr).not.toContain('EPIPE');
      expect(code).toBe(0);
      expect(await started(home)).toEqual([]);
    }));
});

describe('cli call', () => {
  it('exits 4 in TRUST without a terminal, naming server, tool, rule and --mode; FULL writes', () =>
    withHome(async (home) => {
      const folder = await workspace(home, { filesystem: { command: process.execPath, args: [filesystem, '.'] } });
      const target = join(folder, 'note.txt');
      const call = (mode: string): ReturnType<typeof runCli> =>
        runCli(
          home,
          'call',
          'filesystem',
          'write_file',
          JSON.stringify({ path: target, content: 'hello' }),
          '--trust',
          '--json',
          '--workspace',
          folder,
          '--mode',
          mode,
        );
      const refused = await call('TRUST');
      expect(refused).toMatchObject({ code: 4, stdout: '' });
      for (const word of ['filesystem', 'write_file', 'TRUST: the name contains write', '--mode']) expect(refused.stderr).toContain(word);
      await expect(stat(target)).rejects.toThrow('ENOENT');

      const done = await call('FULL');
      expect(done.code).toBe(0);
      expect(JSON.parse(done.stdout)).toMatchObject({ isError: false, ms: expect.any(Number) as number, content: [{ kind: 'text' }] });
      expect(await readFile(target, 'utf8')).toBe('hello');
      expect(await started(home)).toEqual([]);
    }));

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops its servers before it ends by %s', (signal) =>
    withHome(async (home) => {
      const folder = await workspace(home, { silent: node('silent-on-discover.mjs'), slow: node('ignores-sigterm.mjs') });
      const run = startCli(home, ['servers', '--trust', '--workspace', folder]);
      await vi.waitFor(async () => expect((await started(home)).length).toBeGreaterThanOrEqual(2), { timeout: 30_000, interval: 20 });
      run.kill(signal);
      const { code } = await run.ended;
      expect([129, 130, 143, 0]).toContain(code);
      expect(await started(home)).toEqual([]);
    }),
  );

  it('names an unknown tool', () =>
    withHome(async (home) => {
      const folder = await workspace(home, { good: node('crash-in-call.mjs') });
      const { code, stderr } = await runCli(home, 'call', 'good', 'nope', '{}', '--trust', '--mode', 'FULL', '--workspace', folder);
      expect(code).toBe(3);
      expect(stderr).toContain('nope');
    }));
});

describe('cli tools and search', () => {
  it('lists and finds, with only the answer on stdout', () =>
    withHome(async (home) => {
      const folder = await workspace(home, { filesystem: { command: process.execPath, args: [filesystem, '.'] } });
      const tools = await runCli(home, 'tools', '--server', 'filesystem', '--trust', '--json', '--workspace', folder);
      expect(JSON.parse(tools.stdout)).toContainEqual(
        expect.objectContaining({ server: 'filesystem', name: 'write_file', wireName: 'mcp__filesystem__write_file' }),
      );
      const found = await runCli(
        home,
        'search',
        'create',
        'directory',
        'zebra',
        '--limit',
        '2',
        '--trust',
        '--json',
        '--workspace',
        folder,
      );
      expect(JSON.parse(found.stdout)).toMatchObject({
        results: [{ name: 'create_directory', matched: expect.arrayContaining(['directory']) as string[] }, {}],
        unmatched: expect.arrayContaining(['zebra']) as string[],
      });
      expect((await runCli(home, 'tools', '--server', 'nope', '--trust', '--workspace', folder)).code).toBe(3);
    }));
});
