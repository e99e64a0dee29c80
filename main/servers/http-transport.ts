import {
  type StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { limits } from '../limits.js';
import { LenientResults } from './lenient-results.js';

type MessageHandler = NonNullable<Transport['onmessage']>;
type RequestId = string | number;

/** JSON-RPC's code for a fault of the server's own making; the message says what it was. */
const streamEndedCode = -32_000;

/**
 * The SDK's streamable HTTP transport with two things added: a request whose answer stream ends before the answer is rejected at
 * once (the SDK lets it run into its timeout, PITFALLS P8), and closing tells the server that its session is over.
 */
export class HttpTransport implements Transport {
  readonly hasPerRequestStream = true;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: MessageHandler | undefined;
  private readonly results = new LenientResults();
  private readonly waiting = new Set<RequestId>();
  private closed = false;

  constructor(private readonly inner: StreamableHTTPClientTransport) {}

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    this.inner.onclose = () => this.finish();
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.waiting.delete(message.id);
      this.onmessage?.(this.results.received(message));
    };
    await this.inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const passed = defined(options ?? {});
    if (!('method' in message) || !('id' in message)) return this.inner.send(message, passed);
    const { id } = message;
    this.waiting.add(id);
    this.results.sent(message);
    await this.inner.send(message, {
      ...passed,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        this.rejectUnanswered(id);
      },
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    if (this.inner.sessionId !== undefined) await this.sayGoodbye();
    await this.inner.close();
    this.finish();
  }

  private async sayGoodbye(): Promise<void> {
    // Closing the inner transport aborts the request that is waited for.
    const timer = setTimeout(() => void this.inner.close(), limits.remoteGoodbyeMs);
    try {
      await this.inner.terminateSession();
    } catch {
      // A server that is gone or refuses has ended the session in its own way.
    } finally {
      clearTimeout(timer);
    }
  }

  private rejectUnanswered(id: RequestId): void {
    if (!this.waiting.delete(id)) return;
    const error = { code: streamEndedCode, message: 'The server ended its answer before it was complete.' };
    this.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  private finish(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }
}

/** The SDK's own types differ in whether an option may be there and be undefined. */
function defined({ requestSignal, headers, resumptionToken, onresumptiontoken }: TransportSendOptions): {
  requestSignal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  resumptionToken?: string;
  onresumptiontoken?: (token: string) => void;
} {
  return {
    ...(requestSignal === undefined ? {} : { requestSignal }),
    ...(headers === undefined ? {} : { headers }),
    ...(resumptionToken === undefined ? {} : { resumptionToken }),
    ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
  };
}
