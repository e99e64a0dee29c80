/** A route could not do what was asked, and the person can act on it. `message` is meant for the person. */
export class RouteError extends Error {
  override readonly name = 'RouteError';

  constructor(
    /** Machine-readable, kebab-case. */
    readonly code: string,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
