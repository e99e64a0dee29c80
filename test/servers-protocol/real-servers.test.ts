import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { LocalDefinition } from '../../main/config/definition.js';
import { testConnection } from '../../main/servers/connection-test.js';
import { eventually, local, Rig } from './rig.js';

const modules = path.resolve(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json'), '..', '..');
const names = ['everything', 'filesystem', 'memory', 'sequential-thinking'];

function real(name: string, rig: Rig): { name: string; definition: LocalDefinition } {
  const args = [path.join(modules, `server-${name}`, 'dist', 'index.js'), ...(name === 'filesystem' ? [rig.workspace] : [])];
  const env = { MEMORY_FILE_PATH: rig.file('memory.json') };
  return { name, definition: { transport: 'stdio', command: process.execPath, args, env } };
}

/** What a plain client of the 1.x SDK lists that gives roots, as ours does: some servers list by the client's capabilities. */
async function listedByPlainClient({ definition }: { definition: LocalDefinition }, rig: Rig): Promise<string[]> {
  const client = new Client({ name: 'plain', version: '1.0.0' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(rig.workspace).href }] }));
  const env = { ...definition.env, RIG_TOKEN: rig.token };
  const { command, args } = definition;
  await client.connect(new StdioClientTransport({ command, args: [...args], env, stderr: 'ignore', cwd: rig.workspace }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map((tool) => tool.name);
}

test('the four real servers are ready with exactly the tools that a plain 1.x client lists', async () => {
  const rig = new Rig();
  const specs = names.map((name) => real(name, rig));
  await rig.supervisor.startAll(specs);
  for (const spec of specs) {
    expect(rig.state(spec.name)).toMatchObject({ kind: 'ready' });
    const plain = await listedByPlainClient(spec, rig);
    await eventually(() => expect(rig.tools(spec.name).toSorted()).toEqual(plain.toSorted()));
    expect(rig.supervisor.status(spec.name)?.rejectedTools).toEqual([]);
  }
  await rig.call('filesystem', 'create_directory', { path: path.join(rig.workspace, 'made') });
  expect(existsSync(path.join(rig.workspace, 'made'))).toBe(true);
  await rig.supervisor.measureHealth();
  expect(rig.supervisor.status('memory')?.health?.memoryBytes).toBeGreaterThan(1_000_000);
  await rig.supervisor.stopAll();
  expect(rig.processes()).toEqual([]);
  expect(names.map((name) => rig.state(name).kind)).toEqual(names.map(() => 'stopped'));
});

test('a server killed from outside is failed with its signal, and Restart brings it back', async () => {
  const rig = new Rig();
  const spec = real('memory', rig);
  await rig.supervisor.start(spec);
  const [pid = 0] = rig.processes();
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(rig.failure('memory')).toMatchObject({ code: 'crashed', signal: 'SIGKILL' }));
  expect(rig.failure('memory').stderrTail.join('\n')).toContain('Knowledge Graph MCP Server');
  await rig.supervisor.restart(spec);
  expect(rig.state('memory').kind).toBe('ready');
});

test('trying a server out lists its tools and leaves nothing running', async () => {
  const rig = new Rig();
  const outcome = await testConnection(real('sequential-thinking', rig), rig.options(), new AbortController().signal);
  expect(outcome).toMatchObject({ ok: true, message: 'Connected: 1 tool, protocol 2025-11-25.', tools: ['sequentialthinking'] });
  expect(rig.processes()).toEqual([]);
  const bad = await testConnection(local('exits-with-code', { FIXTURE_CODE: '3' }), rig.options(), new AbortController().signal);
  expect(bad).toMatchObject({ ok: false, tools: [], stderrTail: expect.arrayContaining(['could not start']) });
  expect(bad.message).toContain('exit code 3');
  expect(rig.processes()).toEqual([]);
});

test('trying a server out that hangs ends when the person gives it up', async () => {
  const rig = new Rig();
  const cancel = new AbortController();
  const outcome = testConnection(local('slow-start', { FIXTURE_DELAY: 'never' }), rig.options(), cancel.signal);
  await eventually(() => expect(rig.processes()).toHaveLength(1));
  cancel.abort();
  expect(await outcome).toMatchObject({ ok: false, tools: [] });
  expect(rig.processes()).toEqual([]);
});
