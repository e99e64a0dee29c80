/** Why a remote server could not be connected. */
export type RemoteErrorCode = 'needs-sign-in' | 'http-error' | 'network-error' | 'handshake-failed';

/** A remote server that could not be connected; the message is meant for the person and holds no header's value. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';

  constructor(
    readonly code: RemoteErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
