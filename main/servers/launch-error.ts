/** Why a process did not come up; the same words as the failure codes of the contract. */
export type LaunchErrorCode = 'command-not-found' | 'permission-denied' | 'bad-working-directory' | 'spawn-error';

/** What is wrong with a launch, told so that a person can act on it. */
export interface LaunchProblem {
  readonly code: LaunchErrorCode;
  /** What happened, one sentence. */
  readonly headline: string;
  /** Why, and what to do; where a command was looked for. */
  readonly hint: string;
}

/** A server whose process did not start. The message is meant for the person: headline and hint together. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  readonly code: LaunchErrorCode;
  readonly headline: string;
  readonly hint: string;

  constructor(problem: LaunchProblem, options?: ErrorOptions) {
    super(`${problem.headline} ${problem.hint}`.trim(), options);
    this.code = problem.code;
    this.headline = problem.headline;
    this.hint = problem.hint;
  }
}
