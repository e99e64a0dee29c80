import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const require = createRequire(import.meta.url);

/** The reference servers of the sample workspace, from the development dependencies: no download. */
export const realServerNames = ['everything', 'filesystem', 'memory', 'sequential-thinking'] as const;
export type RealServer = (typeof realServerNames)[number];

/** The file that starts a reference server under Node. */
export async function entryOf(name: RealServer): Promise<string> {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
}

/** What a config entry says of a reference server, working in `folder`. */
export async function realEntry(
  name: RealServer,
  folder: string,
): Promise<{ command: string; args: string[]; env?: Record<string, string> }> {
  const args = [await entryOf(name), ...(name === 'filesystem' ? [folder] : [])];
  return { command: process.execPath, args, ...(name === 'memory' && { env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }) };
}

/** Lists the tools with the 1.x SDK: an independent client to hold ours against. */
export async function toolsByPlainClient(name: RealServer, folder: string): Promise<string[]> {
  const { command, args, env } = await realEntry(name, folder);
  // `everything` lists one tool more for a client that has roots, as ours has.
  const client = new Client({ name: 'plain-client', version: '1.0.0' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(folder).href }] }));
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      stderr: 'ignore',
      ...(env && { env: { ...(process.env as Record<string, string>), ...env } }),
    }),
  );
  try {
    const { tools } = await client.listTools();
    return tools.map((tool) => tool.name).sort();
  } finally {
    await client.close();
  }
}

/** Writes a project's `mcp.json` from a text. */
export async function writeConfig(folder: string, text: string): Promise<string> {
  const file = join(folder, '.greenroom', 'mcp.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}
