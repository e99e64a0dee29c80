import { describe, expect, it } from 'vitest';
import { oneCheck, playwrightCounts, sum, vitestCounts } from '../../build/test-run/counts.mjs';

const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] as object[] };

describe('what counts as passed and failed', () => {
  it('passed tests of a happy runner are counted as they are', () => {
    expect(vitestCounts(vitestReport, 0)).toEqual({ passed: 5, failed: 0, notes: [] });
    expect(playwrightCounts({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }, 0)).toMatchObject({
      passed: 3,
      failed: 0,
    });
  });

  it('a run without a report or without tests has failed', () => {
    expect(vitestCounts(undefined, 0)).toMatchObject({ passed: 0, failed: 1, notes: ['no test ran'] });
    expect(playwrightCounts({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }, 0)).toMatchObject({ failed: 1 });
    expect(sum([])).toEqual({ passed: 0, failed: 1 });
  });

  it('a file that does not load counts as a failure, though it holds no failed test', () => {
    const report = { ...vitestReport, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(vitestCounts(report, 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('a skipped and a flaky test count as failures', () => {
    expect(vitestCounts({ ...vitestReport, numPendingTests: 1 }, 0).failed).toBe(1);
    expect(playwrightCounts({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 1 }, errors: [] }, 0).failed).toBe(2);
  });

  it('an unhandled error behind passed tests is seen by the exit code', () => {
    expect(vitestCounts(vitestReport, 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(vitestCounts(vitestReport, null).notes).toEqual(['all tests passed, but the runner ended with a signal']);
  });

  it('the last line sums tests and checks', () => {
    expect(sum([oneCheck(true), oneCheck(false), vitestCounts(vitestReport, 0)])).toEqual({ passed: 6, failed: 1 });
  });
});
