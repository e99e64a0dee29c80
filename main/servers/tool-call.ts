import { ProtocolError } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';
import { CallError } from './call-error.js';
import type { Connection } from './connection.js';

/** What a running call tells. */
export interface CallProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** One `tools/call`. Times are milliseconds. */
export interface ToolCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The caller's cancel. */
  readonly signal: AbortSignal;
  /** Aborted with a CallError when the server is gone: ends the call at once (PITFALLS P8). */
  readonly serverGone: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** How long the server may stay silent; each progress starts it anew. */
  readonly idleMs: number;
  /** How long the call may take however much progress it reports. */
  readonly ceilingMs: number;
}

/** The server's raw answer; `ms` from the moment the call was sent. */
export interface RawAnswer {
  readonly raw: unknown;
  readonly ms: number;
}

/**
 * Calls a tool once: never again, whatever happens, since it may have acted. A call that is cancelled or runs out of time is
 * told to the server (`notifications/cancelled`). Rejects with CallError only.
 */
export async function callTool(connection: Connection, call: ToolCall): Promise<RawAnswer> {
  const clock = new CallClock(call.idleMs, call.ceilingMs);
  const started = performance.now();
  try {
    const request = connection.request(
      'tools/call',
      { name: call.tool, arguments: call.args },
      {
        signal: AbortSignal.any([call.signal, call.serverGone, clock.signal]),
        // The clock below decides; the SDK's own one only must not come first.
        timeoutMs: call.ceilingMs + call.idleMs,
        onProgress: ({ progress, total, message }) => {
          clock.onProgress();
          call.onProgress?.({
            done: progress,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          });
        },
      },
    );
    const raw = await Promise.race([request, rejectedBy(call.serverGone)]);
    return { raw, ms: performance.now() - started };
  } catch (error) {
    throw await callError(error, call, clock);
  } finally {
    clock.stop();
  }
}

/** The two clocks of a call: without progress, and in all. */
class CallClock {
  private readonly controller = new AbortController();
  private idle: NodeJS.Timeout;
  private readonly ceiling: NodeJS.Timeout;

  constructor(
    private readonly idleMs: number,
    private readonly ceilingMs: number,
  ) {
    this.idle = this.idleTimer();
    this.ceiling = setTimeout(
      () => this.fire(`The call was ended after ${seconds(ceilingMs)}, the longest that any call may take.`),
      ceilingMs,
    );
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onProgress(): void {
    clearTimeout(this.idle);
    if (!this.signal.aborted) this.idle = this.idleTimer();
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.ceiling);
  }

  private idleTimer(): NodeJS.Timeout {
    const message = `No answer and no progress within ${seconds(this.idleMs)}. A longer time can be set as "timeout" in the server's entry.`;
    return setTimeout(() => this.fire(message), Math.min(this.idleMs, this.ceilingMs));
  }

  private fire(message: string): void {
    this.controller.abort(new CallError('timeout', message));
  }
}

async function callError(error: unknown, call: ToolCall, clock: CallClock): Promise<CallError> {
  if (call.serverGone.reason instanceof CallError) return call.serverGone.reason;
  if (call.signal.aborted) return new CallError('cancelled', 'The call was cancelled. The server was told, but may have acted already.');
  if (clock.signal.reason instanceof CallError) return clock.signal.reason;
  if (error instanceof ProtocolError) {
    return new CallError('protocol-error', `The server refused the call (${error.code}): ${error.message}`, [], { cause: error });
  }
  if (isDisconnect(error)) {
    // The end of a connection is seen a moment before its reason is known: when the process's last lines are read.
    await abortedWithin(call.serverGone, 2 * limits.drainMs);
    if (call.serverGone.reason instanceof CallError) return call.serverGone.reason;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new CallError('protocol-error', `The call failed: ${reason}`, [], { cause: error });
}

/** Rejects when the signal is aborted; never resolves. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fire = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    if (signal.aborted) fire();
    else signal.addEventListener('abort', fire, { once: true });
  });
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'CONNECTION_CLOSED' || error.code === 'not-connected');
}

async function abortedWithin(signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
