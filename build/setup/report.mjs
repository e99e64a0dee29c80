/**
 * How the set-up scripts talk: one line for each step, and failures that say what happened, why and what to do.
 */

/** A failure told to the person. `remedy` says what to do; `code` is for tests and other scripts. */
export class SetupProblem extends Error {
  /**
   * @param {string} code machine-readable kind, for example `npm-ci-failed`
   * @param {string} message what happened and why
   * @param {string} remedy what to do about it
   * @param {{ cause?: unknown }} [options]
   */
  constructor(code, message, remedy, options) {
    super(message, options);
    this.name = 'SetupProblem';
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * Makes the function that prints steps. The terminal twin passes stderr, so that stdout holds nothing but the answer.
 * @param {NodeJS.WritableStream} stream
 * @returns {(line: string) => void}
 */
export function reporter(stream) {
  return (line) => {
    stream.write(`[greenroom] ${line}\n`);
  };
}

/**
 * Prints a failure and answers the exit code for it.
 * @param {(line: string) => void} say
 * @param {unknown} error
 * @returns {number}
 */
export function tellFailure(say, error) {
  if (error instanceof SetupProblem) {
    say(`Failed (${error.code}): ${error.message}`);
    say(`What to do: ${error.remedy}`);
    return 1;
  }
  say(`Failed unexpectedly: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  say('What to do: please report this text, together with your system and the version of Node.');
  return 1;
}
