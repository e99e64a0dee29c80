import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** One request as it came. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** JSON-RPC method of a POST; empty otherwise. */
  readonly rpc: string;
}

/** How a request is answered; `rpc` is the parsed body of a POST. */
export type Answer = (request: { seen: Seen; rpc: Rpc; response: ServerResponse; server: HttpFixture }) => void;

export interface Rpc {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string };
}

const open: HttpFixture[] = [];

/** A real HTTP server on loopback that answers as it is told, and remembers what it was asked. */
export class HttpFixture {
  readonly seen: Seen[] = [];
  /** Open SSE streams. */
  readonly streams: ServerResponse[] = [];
  private readonly server: Server;

  private constructor(answer: Answer) {
    this.server = createServer((request, response) => void this.handle(request, response, answer));
  }

  static async start(answer: Answer): Promise<HttpFixture> {
    const fixture = new HttpFixture(answer);
    open.push(fixture);
    await new Promise<void>((resolve) => fixture.server.listen(0, '127.0.0.1', resolve));
    return fixture;
  }

  get origin(): string {
    // A server that listens on TCP has an address object.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** JSON-RPC methods in the order in which they were POSTed. */
  get posted(): string[] {
    return this.seen.filter(({ method }) => method === 'POST').map(({ rpc }) => rpc);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const rpc: Rpc = body === '' ? {} : JSON.parse(body);
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, rpc: rpc.method ?? '' };
    this.seen.push(seen);
    answer({ seen, rpc, response, server: this });
  }
}

/** Answers every POST of `initialize`, `tools/list` and `tools/call` as a legacy server does; undefined for a notification. */
export function legacyResult({ method, params }: Rpc): unknown {
  if (method === 'initialize') {
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'http', version: '1.0.0' } };
  }
  if (method === 'tools/list') return { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] };
  return { content: [{ type: 'text', text: 'hello' }] };
}

/** A legacy server over streamable HTTP whose optional GET is refused with `getStatus`. */
export const streamable =
  (getStatus: number): Answer =>
  ({ seen, rpc, response }) => {
    if (seen.method === 'GET') return void response.writeHead(getStatus).end('no stream here');
    if (seen.method === 'DELETE') return void response.writeHead(200).end();
    if (rpc.id === undefined) return void response.writeHead(202).end();
    const known = rpc.method === 'initialize' || rpc.method?.startsWith('tools/');
    const answer = known ? { result: legacyResult(rpc) } : { error: { code: -32601, message: 'Method not found' } };
    const headers = { 'content-type': 'application/json', ...(rpc.method === 'initialize' ? { 'mcp-session-id': 'session-1' } : {}) };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, ...answer }));
  };

/** Refuses everything with a status and a text. */
export const refuses =
  (status: number, text = '', headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);

/** A server of 2024-11-05: an SSE stream by GET, messages by POST to /messages; any other POST gets `status`. */
export const sseOnly =
  (status: number): Answer =>
  ({ seen, rpc, response, server }) => {
    if (seen.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      server.streams.push(response);
    } else if (seen.path !== '/messages') response.writeHead(status).end('not here');
    else {
      response.writeHead(202).end('Accepted');
      if (rpc.id === undefined) return;
      const message = { jsonrpc: '2.0', id: rpc.id, result: legacyResult(rpc) };
      server.streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    }
  };

afterEach(async () => {
  await Promise.all(open.splice(0).map((fixture) => fixture.close()));
});
