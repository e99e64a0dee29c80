/** Why a call has no result. `timeout` covers both the time without progress and the ceiling. */
export type CallErrorCode = 'server-not-ready' | 'server-crashed' | 'timeout' | 'cancelled' | 'protocol-error' | 'unknown-tool';

/** A call that ended without a result. The message is meant for the person; nothing is ever tried again by itself. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    readonly code: CallErrorCode,
    message: string,
    /** The server's last stderr lines, oldest first; empty where they explain nothing. */
    readonly stderrTail: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
