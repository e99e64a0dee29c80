import type { Transport } from '@modelcontextprotocol/client';
import { Connection, type ConnectionOptions } from './connection.js';
import type { Era } from './era-verdicts.js';
import { ProbeTransport, type LocalEvents } from './probe-transport.js';

/** A process that speaks over its stdin and stdout. */
export interface LocalProcess extends Transport {
  readonly pid: number | undefined;
  /** Ends the whole tree; resolves when it is gone. `force` skips the grace times. */
  stop(options: { readonly force: boolean }): Promise<unknown>;
}

/** The process ended by itself during the handshake. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  constructor(
    /** The probe may be what ended it. */
    readonly onProbe: boolean,
    cause: unknown,
  ) {
    super('The process ended during the handshake.', { cause });
  }
}

/** What connecting a local server needs. */
export interface LocalAttempt {
  /** Makes a process that is not started yet; called once, or twice when the first one ended on the probe. */
  readonly launch: () => LocalProcess;
  /** The era remembered from an earlier start. */
  readonly verdict: Era | undefined;
  readonly process: LocalEvents;
  readonly options: Omit<ConnectionOptions, 'prior'>;
}

/**
 * Connects a local server in whichever era it speaks (PRODUCT.md §3): the probe, then `initialize` to the same process; a process that
 * ends on the probe is launched exactly once more, as a legacy one. At most one process lives at a time (PITFALLS P5).
 * Rejects with LaunchError, ProcessEnded or what the handshake failed on; no process is left then.
 */
export async function connectLocal(attempt: LocalAttempt): Promise<Connection> {
  const { options, verdict } = attempt;
  if (verdict === 'legacy') return handshake(attempt, { ...options, prior: { kind: 'legacy' } });
  // A server that is known to answer the probe is waited for: cold starts take longer than the probe's time.
  const probing = verdict === 'modern' ? { ...options, probeMs: options.timeoutMs } : options;
  try {
    return await handshake(attempt, probing);
  } catch (error) {
    if (!(error instanceof ProcessEnded) || !error.onProbe || options.signal.aborted) throw error;
    options.events.onLog(
      'greenroom',
      'The process ended on the probe for MCP 2026-07-28. It is started once more, with the older handshake.',
    );
    return handshake(attempt, { ...options, prior: { kind: 'legacy' } });
  }
}

async function handshake(attempt: LocalAttempt, options: ConnectionOptions): Promise<Connection> {
  const child = attempt.launch();
  const probe = new ProbeTransport(child, attempt.process);
  try {
    return await Connection.open(probe, options);
  } catch (error) {
    if (probe.modernAfterAll && !options.signal.aborted) return adopt(child, attempt.process, { ...options, probeMs: options.timeoutMs });
    // A start that is given up ends as gently as any stop; a broken one has nothing to tidy up.
    await child.stop({ force: !options.signal.aborted });
    throw probe.endedByItself ? new ProcessEnded(probe.endedOnProbe, error) : error;
  }
}

/** The server took longer to come up than the probe waits, and refused `initialize`: the same process is probed again, now without haste. */
async function adopt(child: LocalProcess, events: LocalEvents, options: ConnectionOptions): Promise<Connection> {
  try {
    return await Connection.open(new ProbeTransport(child, events, true), options);
  } catch (error) {
    await child.stop({ force: true });
    throw error;
  }
}
