/**
 * What a part of the run came to.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} notes what made it fail beside the failed tests
 */

/**
 * Counts one check that passes or fails as a whole.
 * @param {boolean} ok
 * @returns {Counts}
 */
export function oneCheck(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, notes: [] };
}

/**
 * Counts from Vitest's JSON report.
 * @param {unknown} report the parsed file; undefined when there is none
 * @param {number | null} exitCode Vitest's own verdict, which also knows unhandled errors
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  if (report === undefined) return judged({ passed: 0, failed: 0, skipped: 0, broken: 0 }, exitCode);
  const results = report.testResults ?? [];
  const broken = results.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  return judged({ passed: report.numPassedTests, failed: report.numFailedTests, skipped, broken }, exitCode);
}

/**
 * Counts from Playwright's JSON report.
 * @param {unknown} report the parsed file; undefined when there is none
 * @param {number | null} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  const stats = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  const broken = report?.errors?.length ?? 0;
  return judged({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, broken }, exitCode);
}

/** A run without tests, a skipped test, a file that does not load and an unhappy exit code are failures, too. */
function judged({ passed, failed, skipped, broken }, exitCode) {
  const notes = [];
  if (broken > 0) notes.push(`${broken} test file(s) could not be loaded`);
  if (skipped > 0) notes.push(`${skipped} test(s) were skipped; a test runs or is deleted`);
  if (passed + failed + skipped === 0) notes.push('no test ran');
  let more = broken + skipped;
  if (more === 0 && failed === 0 && passed === 0) more = 1;
  if (more === 0 && failed === 0 && exitCode !== 0) {
    notes.push(`all tests passed, but the runner ended with ${exitCode === null ? 'a signal' : `exit code ${exitCode}`}`);
    more = 1;
  }
  return { passed, failed: failed + more, notes };
}

/**
 * The sum of all parts. A run in which nothing was counted has failed.
 * @param {readonly Counts[]} parts
 * @returns {{ passed: number, failed: number }}
 */
export function sum(parts) {
  const total = { passed: 0, failed: 0 };
  for (const part of parts) {
    total.passed += part.passed;
    total.failed += part.failed;
  }
  return total.passed + total.failed === 0 ? { passed: 0, failed: 1 } : total;
}
