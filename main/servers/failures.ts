import type { Failure, FailureCode } from '../../preload/contract/server.js';
import type { ServerDefinition } from '../config/definition.js';
import { maskSecrets, secretValues } from '../config/masking.js';
import { limits } from '../limits.js';
import { durationWords, failureHint, type FailureFacts } from './failure-hint.js';
import { LaunchError } from './launch-error.js';
import { RemoteError } from './remote-error.js';
import type { ServerLog } from './server-log.js';
import type { ProcessExit } from './stdio-transport.js';
import { displayText } from './terminal-text.js';

/** Why a run ended, before it is put on a card; its texts may still hold secrets and control characters. */
export type EndCause = Omit<FailureFacts, 'stderr'> & {
  readonly at?: number;
  /** Of the last launch, epoch milliseconds: stderr of an earlier one explains nothing. */ readonly since?: number;
};

/** A process that ended by itself: at the start, or later. `afterMs` is how long it lived. */
export function exitCause(code: 'exited-at-start' | 'crashed', { code: exitCode, signal, at }: ProcessExit, afterMs: number): EndCause {
  return { code, exitCode, signal, afterMs, at };
}

/** A start that was not over in its time. */
export function timeoutCause(phase: string, afterMs: number): EndCause {
  const headline = `Not ready after ${durationWords(afterMs)}: given up while ${phase}.`;
  return { code: 'start-timeout', afterMs, told: { headline, hint: '' } };
}

/** Processes that not even SIGKILL ends. */
export function stopCause(pids: readonly number[]): EndCause {
  return { code: 'stop-failed', told: { headline: `Could not be stopped: process ${pids.join(', ')} is still there.`, hint: '' } };
}

/** Whatever a start was rejected with. */
export function errorCause(error: unknown, listing: boolean): EndCause {
  if (error instanceof LaunchError) return { code: error.code, told: { headline: error.headline, hint: error.hint } };
  if (error instanceof RemoteError && error.code !== 'needs-sign-in') return told(error.code, error.message);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, limits.stderrLineBytes);
  return listing
    ? told('list-failed', `The tools could not be listed: ${reason}`)
    : told('handshake-failed', `The handshake failed: ${reason}`);
}

function told(code: FailureCode, headline: string): EndCause {
  return { code, told: { headline, hint: '' } };
}

/** A text that may quote a server, as it may be shown: secrets of the entry masked, control characters taken out. */
export function shownText(text: string, definition: ServerDefinition): string {
  return maskSecrets(displayText(text), secretValues(definition));
}

/** What a failed card shows; secrets are masked, control characters taken out. */
export function failureOf(cause: EndCause, definition: ServerDefinition, log: ServerLog): Failure {
  const stderrTail = tailSince(log, cause.since);
  const words = failureHint({ ...cause, stderr: stderrTail });
  return {
    code: cause.code,
    headline: shownText(words.headline, definition),
    hint: shownText(words.hint, definition),
    ...(typeof cause.exitCode === 'number' ? { exitCode: cause.exitCode } : {}),
    ...(typeof cause.signal === 'string' ? { signal: cause.signal } : {}),
    stderrTail,
    at: cause.at ?? Date.now(),
  };
}

function tailSince(log: ServerLog, since: number | undefined): string[] {
  if (since === undefined) return log.tail();
  const said = log.lines().filter(({ from, at, text }) => from === 'stderr' && at > since && text.trim() !== '');
  return said.slice(-limits.stderrTailLines).map(({ text }) => text);
}

/** "Stopped with exit code 1", "Ended by signal SIGKILL". */
export function exitWords({ code, signal }: ProcessExit): string {
  return signal === null ? `Stopped with exit code ${code ?? 0}` : `Ended by signal ${signal}`;
}
