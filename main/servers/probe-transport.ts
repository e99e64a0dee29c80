import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';
import { LenientResults } from './lenient-results.js';

type MessageHandler = NonNullable<Transport['onmessage']>;

/** MCP 2026-07-28 §Versioning: UnsupportedProtocolVersion; a legacy server offers a version of its own instead. */
const unsupportedVersion = -32_022;

/** What a local server tells before it is connected. */
export interface LocalEvents {
  /** The process runs: its pid is known. */
  readonly onLaunched: () => void;
  /** A JSON-RPC frame came. */
  readonly onOutput: () => void;
}

/**
 * Stands between the SDK's client and a local process, and knows how far the handshake went.
 *
 * The SDK tells stdio from HTTP by the properties `stderr` and `pid`: with them a probe without an answer means a legacy server and
 * not an outage. It has no fallback for a process that exits on the probe, and it drops an answer to the probe that comes
 * after the probe's time (a server that is still being downloaded answers both the probe and `initialize`, late). Both are judged
 * by what is seen here.
 */
export class ProbeTransport implements Transport {
  readonly stderr = null;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: MessageHandler | undefined;
  /** The process ended before anybody closed it. */
  endedByItself = false;
  private readonly results = new LenientResults();
  private probeId: string | number | undefined;
  private initializeId: string | number | undefined;
  private initializeAnswered = false;
  private looksModern = false;
  private closeAsked = false;

  constructor(
    private readonly inner: Transport & { readonly pid: number | undefined },
    private readonly events: LocalEvents,
    /** The inner transport runs already: this is the second client over one process. */
    private readonly running = false,
  ) {}

  get pid(): number | undefined {
    return this.inner.pid;
  }

  /** True when the process ended by itself after the probe and before it answered `initialize`: the probe may be what ended it. */
  get endedOnProbe(): boolean {
    return this.endedByItself && this.probeId !== undefined && !this.initializeAnswered && !this.looksModern;
  }

  /**
   * True when the server turned out to be modern after the probe's time was up and `initialize` was sent. `close` then leaves
   * the process to a second client, which probes it anew.
   */
  get modernAfterAll(): boolean {
    return this.looksModern && this.initializeId !== undefined && !this.endedByItself;
  }

  async start(): Promise<void> {
    this.inner.onclose = () => {
      this.endedByItself = !this.closeAsked;
      this.onclose?.();
    };
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message, extra) => this.receive(message, extra);
    if (this.running) return;
    await this.inner.start();
    this.events.onLaunched();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) {
      if (message.method === 'server/discover') this.probeId ??= message.id;
      if (message.method === 'initialize') this.initializeId = message.id;
    }
    this.results.sent(message);
    return this.inner.send(message);
  }

  async close(): Promise<void> {
    if (this.modernAfterAll) {
      this.onclose?.();
      return;
    }
    this.closeAsked = true;
    await this.inner.close();
  }

  private receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    this.events.onOutput();
    if (!('method' in message) && 'id' in message) {
      if (message.id === this.probeId) {
        this.looksModern ||= 'result' in message && isDiscovery(message.result);
        // The SDK has stopped waiting for it, and would report an answer to nothing.
        if (this.initializeId !== undefined) return;
      }
      if (message.id === this.initializeId) {
        this.initializeAnswered ||= 'result' in message;
        this.looksModern ||= 'error' in message && message.error.code === unsupportedVersion;
      }
    }
    this.onmessage?.(this.results.received(message), extra);
  }
}

/** A probe's answer that shows a modern server. */
function isDiscovery(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'supportedVersions' in result && Array.isArray(result.supportedVersions);
}
