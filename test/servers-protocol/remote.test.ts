import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HttpFixture, refuses, sseOnly, streamable } from './http-server.js';
import { eventually, remote, Rig } from './rig.js';

async function connect(fixture: HttpFixture, changes: Parameters<typeof remote>[1] = {}): Promise<Rig> {
  const rig = new Rig();
  await rig.supervisor.start(remote(`${fixture.origin}/mcp`, changes));
  return rig;
}

const triedSse = (fixture: HttpFixture) => fixture.seen.some(({ method }) => method === 'GET');

test.each([401, 403])('P13: HTTP %i asks for a sign-in, in words, and never falls back to SSE', async (status) => {
  const fixture = await HttpFixture.start(refuses(status, 'who are you?'));
  const rig = await connect(fixture);
  const state = rig.state('remote');
  if (state.kind !== 'needs-sign-in') throw new Error(`it is ${state.kind}`);
  expect(state.message).toContain(`HTTP ${status}`);
  expect(state.message).toContain('who are you?');
  expect(state.message).toContain('arrives in a later version');
  expect(state.message).toContain('"Authorization": "Bearer …"');
  expect(triedSse(fixture)).toBe(false);
});

test('P13: a token that is not accepted is named as such, and is not shown', async () => {
  const fixture = await HttpFixture.start(refuses(401));
  const rig = await connect(fixture, { headers: { Authorization: 'Bearer hunter2-hunter2' } });
  const state = rig.state('remote');
  expect(JSON.stringify(state)).toContain('did not accept the Authorization header');
  expect(JSON.stringify(state)).not.toContain('hunter2');
});

test('a refusal that echoes the token or holds escape sequences shows neither', async () => {
  const fixture = await HttpFixture.start(refuses(401, 'token was Bearer hunter2-hunter2 \u001b[2J'));
  const rig = await connect(fixture, { headers: { Authorization: 'Bearer hunter2-hunter2' } });
  const state = rig.state('remote');
  if (state.kind !== 'needs-sign-in') throw new Error(`it is ${state.kind}`);
  expect(state.message).toContain('token was');
  expect(state.message).not.toContain('hunter2');
  expect(state.message).not.toContain('\u001b');
});

test.each([
  [400, 'the body says: wrong tenant'],
  [503, 'down for repair'],
])('P13: HTTP %i fails with its text and does not fall back', async (status, text) => {
  const fixture = await HttpFixture.start(refuses(status, text));
  const rig = await connect(fixture);
  expect(rig.failure('remote')).toMatchObject({ code: 'http-error' });
  expect(rig.failure('remote').headline).toContain(`answered HTTP ${status}: ${text}`);
  expect(triedSse(fixture)).toBe(false);
});

test.each([404, 405])('P13: HTTP %i to the POST of initialize falls back to SSE', async (status) => {
  const fixture = await HttpFixture.start(sseOnly(status));
  const rig = await connect(fixture);
  expect(rig.state('remote')).toMatchObject({ kind: 'ready' });
  expect(rig.tools('remote')).toEqual(['hello']);
  expect((await rig.call('remote', 'hello')).result.blocks).toEqual([{ kind: 'text', text: 'hello', cut: false }]);
  expect(fixture.posted).toContain('initialize');
  expect(rig.logText('remote')).toContain('The older SSE transport is tried.');
});

test('P13: when the fallback fails as well, the first answer is still in the message', async () => {
  const fixture = await HttpFixture.start((request) =>
    request.seen.method === 'GET' ? refuses(500, 'another fault')(request) : refuses(404, 'no such tenant')(request),
  );
  const rig = await connect(fixture);
  expect(rig.failure('remote').headline).toContain('answered HTTP 404: no such tenant');
  expect(rig.failure('remote').headline).toContain('SSE transport failed as well');
});

test('P13: an explicit type is not fallen back from, and an SSE entry never POSTs to its own URL', async () => {
  const http = await HttpFixture.start(sseOnly(405));
  const rig = await connect(http, { explicitType: true });
  expect(rig.failure('remote').code).toBe('http-error');
  expect(triedSse(http)).toBe(false);
  const sse = await HttpFixture.start(sseOnly(405));
  expect((await connect(sse, { transport: 'sse' })).state('remote').kind).toBe('ready');
  expect(sse.seen.every(({ method, path }) => method === 'GET' || path === '/messages')).toBe(true);
});

test.each([404, 405, 406])('P13: a server that refuses the optional GET with %i is ready and can be called', async (status) => {
  const fixture = await HttpFixture.start(streamable(status));
  const rig = await connect(fixture);
  await eventually(() => expect(triedSse(fixture)).toBe(true));
  expect((await rig.call('remote', 'hello')).result.blocks).toEqual([{ kind: 'text', text: 'hello', cut: false }]);
  expect(rig.state('remote').kind).toBe('ready');
});

test('P13: the headers of the entry go with every request, and none of them leaves its origin by a redirect', async () => {
  const other = await HttpFixture.start(streamable(405));
  const away = await HttpFixture.start(refuses(307, '', { location: `${other.origin}/mcp` }));
  const rig = await connect(away, { headers: { Authorization: 'Bearer secret-token', 'X-Team': 'blue' } });
  expect(rig.failure('remote')).toMatchObject({ code: 'http-error' });
  expect(other.seen).toEqual([]);
  const home = await HttpFixture.start(streamable(405));
  const ready = await connect(home, { headers: { Authorization: 'Bearer secret-token', 'X-Team': 'blue' } });
  await ready.call('remote', 'hello');
  await eventually(() => expect(triedSse(home)).toBe(true));
  for (const { headers } of home.seen) expect(headers).toMatchObject({ authorization: 'Bearer secret-token', 'x-team': 'blue' });
});

test('P13: an SSE endpoint at another origin is not written to', async () => {
  const other = await HttpFixture.start(streamable(405));
  const fixture = await HttpFixture.start(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: endpoint\ndata: ${other.origin}/messages\n\n`);
  });
  const rig = await connect(fixture, { transport: 'sse', headers: { Authorization: 'Bearer secret-token' } });
  expect(rig.state('remote').kind).toBe('failed');
  expect(other.seen).toEqual([]);
});

test('a server that is not there, and a URL that is none, fail in words', async () => {
  const rig = new Rig();
  const fixture = await HttpFixture.start(streamable(405));
  const { origin } = fixture;
  await fixture.close();
  await rig.supervisor.start(remote(`${origin}/mcp?key=hunter2`));
  expect(rig.failure('remote').code).toBe('network-error');
  expect(rig.failure('remote').headline).toContain(`${origin}/mcp cannot be reached`);
  expect(rig.failure('remote').headline).not.toContain('hunter2');
  await rig.supervisor.start(remote('ftp://example.test/mcp'));
  expect(rig.failure('remote').headline).toContain('Only http and https');
});

test('a header that HTTP does not allow is named without its value', async () => {
  const rig = new Rig();
  await rig.supervisor.start(remote('http://127.0.0.1:9/mcp', { headers: { 'X-Key': 'hunter2\nX-Other: 1' } }));
  expect(rig.failure('remote').headline).toContain('"X-Key"');
  expect(JSON.stringify(rig.failure('remote'))).not.toContain('hunter2');
});

test('P8: an answer that ends half-way rejects the call at once', async () => {
  const fixture = await HttpFixture.start((request) => {
    if (request.rpc.method !== 'tools/call') return streamable(405)(request);
    request.response.writeHead(200, { 'content-type': 'text/event-stream' });
    request.response.write(': working\n\n', () => request.response.end());
  });
  const rig = await connect(fixture);
  await expect(rig.call('remote', 'hello', {}, { timeoutMs: 600_000 })).rejects.toMatchObject({
    code: 'protocol-error',
    message: expect.stringContaining('ended its answer before it was complete'),
  });
});

test.each([
  [401, { kind: 'needs-sign-in' }],
  [404, { kind: 'failed', failure: { code: 'connection-lost' } }],
])('HTTP %i to a call is told on the card, and the call is not repeated', async (status, state) => {
  const fixture = await HttpFixture.start((request) =>
    request.rpc.method === 'tools/call' ? refuses(status)(request) : streamable(405)(request),
  );
  const rig = await connect(fixture);
  await expect(rig.call('remote', 'hello')).rejects.toMatchObject({ code: 'protocol-error' });
  expect(rig.state('remote')).toMatchObject(state);
  expect(fixture.posted.filter((rpc) => rpc === 'tools/call')).toHaveLength(1);
});

test('stopping tells the server that the session is over', async () => {
  const fixture = await HttpFixture.start(streamable(405));
  const rig = await connect(fixture);
  await rig.supervisor.stop('remote');
  expect(fixture.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  expect(rig.state('remote').kind).toBe('stopped');
});

test('a start that hangs on an open connection fails by its clock', async () => {
  const fixture = await HttpFixture.start(
    ({ response }) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  );
  const rig = new Rig({ clocks: { startMs: 500 } });
  await Promise.all(
    ['http', 'sse'].map((transport) =>
      rig.supervisor.start({ ...remote(`${fixture.origin}/mcp`, { transport: transport === 'sse' ? 'sse' : 'http' }), name: transport }),
    ),
  );
  expect(rig.failure('http').code).toBe('start-timeout');
  expect(rig.failure('sse').code).toBe('start-timeout');
});

test('a modern server over HTTP is spoken to in 2026-07-28', async () => {
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'modern', version: '1.0.0' });
      server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({ content: [{ type: 'text', text }] }));
      return server;
    }),
  );
  const server = createServer((request, response) => void handler(request as Parameters<typeof handler>[0], response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const rig = new Rig();
  await rig.supervisor.start(remote(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`));
  expect(rig.state('remote')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
  expect((await rig.call('remote', 'echo', { text: 'hi' })).result.blocks).toEqual([{ kind: 'text', text: 'hi', cut: false }]);
  await rig.supervisor.stop('remote');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
