import type { Transport } from '@modelcontextprotocol/client';
import { Connection, type ConnectionOptions } from './connection.js';
import type { Era } from './era-verdicts.js';
import { ProbeTransport } from './probe-transport.js';

/** A process that speaks over its stdin and stdout; `close` resolves when nothing of it is left. */
export interface LocalProcess extends Transport {
  readonly pid: number | undefined;
  close(options?: { readonly force?: boolean }): Promise<void>;
}

/** What connecting a local server needs. */
export interface LocalAttempt {
  /** Makes a process that is not started yet; called once, or twice when the first one ended on the probe. */
  readonly launch: () => LocalProcess;
  /** The era remembered from an earlier start. */
  readonly verdict: Era | undefined;
  /** The first JSON-RPC frame came. */
  readonly onFirstMessage: () => void;
  readonly options: Omit<ConnectionOptions, 'prior'>;
}

/**
 * Connects a local server in whichever era it speaks (PRODUCT.md §3): the probe, then `initialize` to the same process; a process that
 * ends on the probe is launched exactly once more, as a legacy one. At most one process lives at a time (PITFALLS P5).
 * Rejects with LaunchError or with what the handshake failed on; no process is left then.
 */
export async function connectLocal(attempt: LocalAttempt): Promise<Connection> {
  const { options, verdict } = attempt;
  if (verdict === 'legacy') return handshake(attempt, { ...options, prior: { kind: 'legacy' } });
  // A server that is known to answer the probe is waited for: cold starts take longer than the probe's time.
  const probing = verdict === 'modern' ? { ...options, probeMs: options.timeoutMs } : options;
  try {
    return await handshake(attempt, probing);
  } catch (error) {
    if (!(error instanceof EndedOnProbe) || options.signal.aborted) throw error instanceof EndedOnProbe ? error.cause : error;
    options.events.onLog(
      'greenroom',
      'The process ended on the probe for MCP 2026-07-28. It is started once more, with the older handshake.',
    );
    return handshake(attempt, { ...options, prior: { kind: 'legacy' } });
  }
}

/** Tells the one failure after which a second launch is right; never leaves this file. */
class EndedOnProbe extends Error {
  override readonly name = 'EndedOnProbe';
}

async function handshake(attempt: LocalAttempt, options: ConnectionOptions): Promise<Connection> {
  const child = attempt.launch();
  const probe = new ProbeTransport(child, attempt.onFirstMessage);
  try {
    return await Connection.open(probe, options);
  } catch (error) {
    if (probe.answeredLate && probe.discovery !== undefined && !options.signal.aborted) {
      return adopt(child, { ...options, prior: { kind: 'modern', discover: probe.discovery } });
    }
    await child.close({ force: true });
    throw probe.endedOnProbe ? new EndedOnProbe('The process ended on the probe.', { cause: error }) : error;
  }
}

/** The server answered the probe as a modern one after its time was up, and refused `initialize`: the same process is taken as modern. */
async function adopt(child: LocalProcess, options: ConnectionOptions): Promise<Connection> {
  try {
    return await Connection.open(new ProbeTransport(child, () => undefined, true), options);
  } catch (error) {
    await child.close({ force: true });
    throw error;
  }
}
