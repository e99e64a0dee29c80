import { createContext, Script } from 'node:vm';
import type { Result } from '../../preload/contract/problem.js';
import { limits } from '../limits.js';

/** The pattern of a query written as `/…/`, or undefined when it is none. Case never counts. */
export function patternOf(query: string): string | undefined {
  return /^\/(.+)\/i?$/su.exec(query)?.[1];
}

const script = new Script('(() => { const found = new RegExp(pattern, "iu"); return texts.map((text) => found.test(text)); })()');

function failed(code: string, message: string): Result<never> {
  return { ok: false, problem: { code, severity: 'warning', message } };
}

/**
 * Which of the texts a pattern fits, in their order. The pattern runs under a clock that can stop it in the middle of
 * one match: a pattern that backtracks for ever costs `limits.patternMs` and no more.
 */
export function matchPattern(pattern: string, texts: readonly string[]): Result<readonly boolean[]> {
  if (pattern.length > limits.patternChars) {
    return failed('pattern-too-long', `The pattern is longer than ${limits.patternChars} characters. Shorten it, or search for words.`);
  }
  // No prototype, no Node: the script sees two values and the language.
  const sandbox = { __proto__: null, pattern, texts };
  try {
    const fits: unknown = script.runInContext(createContext(sandbox), { timeout: limits.patternMs });
    return { ok: true, value: Array.isArray(fits) ? fits.map(Boolean) : [] };
  } catch (cause) {
    if (isTimeout(cause)) {
      return failed(
        'pattern-too-slow',
        `The pattern took longer than ${limits.patternMs} ms and was stopped. Make it simpler, or search for words.`,
      );
    }
    return failed('pattern-invalid', 'This is no valid regular expression, so its words were searched for instead.');
  }
}

// By shape: errors of another context are no `Error` of ours.
const isTimeout = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
