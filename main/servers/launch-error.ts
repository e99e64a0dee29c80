/** Why a process did not come up; the same words as the failure codes of the contract. */
export type LaunchErrorCode = 'command-not-found' | 'permission-denied' | 'bad-working-directory' | 'spawn-error';

/** A server whose process did not start. The message is meant for the person: what was tried, why it failed, what to do. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';

  constructor(
    readonly code: LaunchErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
