// A server of MCP 2026-07-28 on the official server package; with `modern-only` it refuses the older handshake.
// Appends a line a launch to FIXTURE_LAUNCHES. The call of `add-tool` adds a tool, which the server announces.
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

if (process.env.FIXTURE_LAUNCHES) appendFileSync(process.env.FIXTURE_LAUNCHES, `${process.pid}\n`);
const answer = (value) => ({ content: [{ type: 'text', text: value }] });
serveStdio(
  () => {
    const server = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
    server.registerTool('echo', { description: 'Says it again', inputSchema: z.object({ text: z.string() }) }, ({ text }) => answer(text));
    server.registerTool('add-tool', { description: 'Adds a tool', inputSchema: z.object({}) }, () => {
      server.registerTool('added', { description: 'Was added', inputSchema: z.object({}) }, () => answer('added'));
      return answer('done');
    });
    return server;
  },
  { legacy: process.argv.includes('modern-only') ? 'reject' : 'serve' },
);
