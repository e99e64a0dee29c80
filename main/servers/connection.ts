import { Client, ProtocolError, ProtocolErrorCode, type PriorDiscovery, type Transport } from '@modelcontextprotocol/client';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Era } from './era-verdicts.js';
import { rawResult } from './lenient-results.js';

/** What a connection tells while it lives. */
export interface ConnectionEvents {
  /** The server says that its tools changed; it may say so many times in a row. */
  readonly onToolsChanged: () => void;
  /** A line for the server's log: `server` for its own logging messages, `greenroom` for what the protocol layer noticed. */
  readonly onLog: (from: 'server' | 'greenroom', text: string) => void;
}

/** How a connection is opened. Times are milliseconds. */
export interface ConnectionOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Told to servers that ask for `roots/list`. */
  readonly workspace: string;
  readonly events: ConnectionEvents;
  readonly signal: AbortSignal;
  /** For one handshake request. */
  readonly timeoutMs: number;
  /** How long the era probe may go unanswered. */
  readonly probeMs: number;
  /** What is known already: the probe is left out. */
  readonly prior?: PriorDiscovery;
}

/** Options of one request. */
export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress?: (progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void;
}

// Results are read by our own lenient readers: one odd tool or block must not cost all the others (PITFALLS P26).
const anyResult = z.unknown();

/** An open connection to one server, in either protocol era. The only place that knows the SDK's client. */
export class Connection {
  private readonly closing = new AbortController();

  private constructor(
    private readonly client: Client,
    /** Negotiated revision, for example `2026-07-28`. */
    readonly protocol: string,
    readonly era: Era,
  ) {}

  /**
   * Does the handshake over a transport that is not started yet. Rejects with what the SDK or the transport rejects with;
   * the transport is closed then.
   */
  static async open(transport: Transport, options: ConnectionOptions): Promise<Connection> {
    const client = buildClient(options);
    await unlessAborted(
      options.signal,
      () => transport.close(),
      client.connect(transport, {
        signal: options.signal,
        timeout: options.timeoutMs,
        ...(options.prior === undefined ? {} : { prior: options.prior }),
      }),
    );
    const connection = new Connection(
      client,
      client.getNegotiatedProtocolVersion() ?? 'unknown',
      client.getProtocolEra() === 'modern' ? 'modern' : 'legacy',
    );
    connection.subscribe(options.events);
    return connection;
  }

  /** True when the server offers tools at all. */
  get hasTools(): boolean {
    return this.client.getServerCapabilities()?.tools !== undefined;
  }

  /** Sends one request and answers its result as it came. */
  async request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<unknown> {
    const result = await this.client.request({ method, params }, anyResult, {
      signal: options.signal,
      timeout: options.timeoutMs,
      // The SDK sends a progress token only when there is a handler (PITFALLS P10).
      ...(options.onProgress === undefined ? {} : { onprogress: options.onProgress, resetTimeoutOnProgress: true }),
    });
    return rawResult(result);
  }

  /** Ends the connection and its transport. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.client.close();
  }

  /** MCP 2026-07-28 sends change notices only on a stream that was asked for; it is opened beside the start, not in its way. */
  private subscribe(events: ConnectionEvents): void {
    if (this.era !== 'modern' || this.client.getServerCapabilities()?.tools?.listChanged !== true) return;
    this.client.listen({ toolsListChanged: true }, { signal: this.closing.signal }).catch((error: unknown) => {
      if (this.closing.signal.aborted) return;
      events.onLog('greenroom', `Changes of the tool list will not be noticed: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}

/** The SDK minds the signal in `initialize` alone, neither in the probe nor while an SSE stream opens. */
async function unlessAborted(signal: AbortSignal, onAbort: () => Promise<void>, work: Promise<void>): Promise<void> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('The start was given up.'));
      onAbort().catch(() => undefined);
    };
  });
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Whichever lost the race has nobody else who hears of it.
    for (const loser of [work, aborted]) loser.catch(() => undefined);
  }
}

function buildClient(options: ConnectionOptions): Client {
  const client = new Client(
    { ...options.clientInfo },
    {
      // Elicitation and sampling are not declared, so well-behaved servers do not ask for them.
      capabilities: { roots: {} },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: options.probeMs } },
    },
  );
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: pathToFileURL(options.workspace).href, name: path.basename(options.workspace) }],
  }));
  client.fallbackRequestHandler = (request) => Promise.reject(refusal(request.method));
  client.setNotificationHandler('notifications/tools/list_changed', () => options.events.onToolsChanged());
  client.setNotificationHandler('notifications/message', ({ params }) => {
    options.events.onLog('server', logText(params));
  });
  client.onerror = (error) => options.events.onLog('greenroom', error.message);
  return client;
}

/** What a server is told that asks for something Greenroom does not give. */
function refusal(method: string): ProtocolError {
  if (method === 'sampling/createMessage') {
    return new ProtocolError(
      ProtocolErrorCode.InvalidRequest,
      'Sampling is refused: Greenroom does not let servers use the model of the person. Call a model of your own instead.',
    );
  }
  if (method === 'elicitation/create') {
    return new ProtocolError(ProtocolErrorCode.InvalidRequest, 'Elicitation is refused: this version of Greenroom does not support it.');
  }
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, `Greenroom does not answer ${method}.`);
}

function logText(params: { level: string; logger?: string | undefined; data?: unknown }): string {
  const text = typeof params.data === 'string' ? params.data : (JSON.stringify(params.data) ?? '');
  return `[${params.level}]${params.logger === undefined ? '' : ` ${params.logger}:`} ${text}`;
}
