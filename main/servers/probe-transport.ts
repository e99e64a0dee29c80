import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';
import type { PriorDiscovery } from '@modelcontextprotocol/client';

type Discovery = Extract<PriorDiscovery, { kind: 'modern' }>['discover'];
type MessageHandler = NonNullable<Transport['onmessage']>;

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
  /** The server answered the probe as a modern one, whenever that was. */
  discovery: Discovery | undefined;
  /** The process ended before anybody closed it. */
  endedByItself = false;
  private probeId: string | number | undefined;
  private initializeId: string | number | undefined;
  private initializeAnswered = false;
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
    return this.endedByItself && this.probeId !== undefined && !this.initializeAnswered && this.discovery === undefined;
  }

  /** True when the probe's answer came after `initialize` was sent: `close` leaves the process to a second client that adopts it. */
  get answeredLate(): boolean {
    return this.discovery !== undefined && this.initializeId !== undefined && !this.endedByItself;
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
    return this.inner.send(message);
  }

  async close(): Promise<void> {
    if (this.answeredLate) {
      this.onclose?.();
      return;
    }
    this.closeAsked = true;
    await this.inner.close();
  }

  private receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    this.events.onOutput();
    if (!('method' in message) && 'id' in message) {
      if (message.id === this.initializeId && 'result' in message) this.initializeAnswered = true;
      if (message.id === this.probeId && 'result' in message) this.discovery = asDiscovery(message.result) ?? this.discovery;
    }
    this.onmessage?.(message, extra);
  }
}

/** A probe's answer that shows a modern server. The SDK checks the rest when it adopts it. */
function asDiscovery(result: unknown): Discovery | undefined {
  if (typeof result !== 'object' || result === null || !('supportedVersions' in result) || !('capabilities' in result)) return undefined;
  if (!Array.isArray(result.supportedVersions)) return undefined;
  return result as Discovery;
}
