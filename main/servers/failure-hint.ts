import type { FailureCode } from '../../preload/contract/server.js';
import { hintOfStderr } from './stderr-hints.js';

/** What is known when a local server has failed. */
export interface FailureFacts {
  readonly code: FailureCode;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  /** From the launch, milliseconds. */
  readonly afterMs?: number;
  /** The last lines of stderr, oldest first, clean and masked. */
  readonly stderr: readonly string[];
  /** What the error itself says: headline and hint of a LaunchError, or the message of another error as headline. */
  readonly told?: { readonly headline: string; readonly hint: string };
}

/** The words of a failed card: what happened; why, and what to do (empty when nothing is known). */
export interface FailureWords {
  readonly headline: string;
  readonly hint: string;
}

/** Puts a failure into words. Pure; stderr is only looked at, never trusted to be true. */
export function failureHint(facts: FailureFacts): FailureWords {
  if (facts.told !== undefined && isLaunchFailure(facts.code)) return facts.told;
  const seen = hintOfStderr(facts.stderr);
  const byCode = endedHint(facts);
  return { headline: headlineOf(facts), hint: seen || byCode || facts.told?.hint || '' };
}

function isLaunchFailure(code: FailureCode): boolean {
  return code === 'command-not-found' || code === 'permission-denied' || code === 'bad-working-directory' || code === 'spawn-error';
}

/** `0.8 s`, `42 s`, `2 min 5 s`, `3 h 14 min`. */
export function durationWords(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

function headlineOf({ code, exitCode, signal, afterMs, told }: FailureFacts): string {
  const after = afterMs === undefined ? '' : ` after ${durationWords(afterMs)}`;
  const hasEnded = code === 'crashed' || code === 'exited-at-start';
  if (signal) return `Ended by signal ${signal}${after}.`;
  if (typeof exitCode === 'number') return `Stopped with exit code ${exitCode}${after}.`;
  if (hasEnded) return `Stopped${after}.`;
  if (told !== undefined) return told.headline;
  if (code === 'start-timeout') return `Not ready${after}.`;
  if (code === 'stop-failed') return 'Could not be stopped.';
  return `Failed${after}.`;
}

const byExitCode: ReadonlyMap<number, string> = new Map([
  [
    0,
    'It ended without an error, as a program does that is no server: check "command" and "args", some need an argument such as "stdio" or "serve".',
  ],
  [2, 'Exit code 2 mostly means wrong arguments: check "args".'],
  [126, 'Something that it starts may not be executed: check the permissions of the files in "args".'],
  [127, 'Something that it starts was not found: check that every program it needs is installed and on PATH.'],
  [137, 'It was killed from outside, mostly since memory ran out. Close other programs or give it less to do, then press Restart.'],
  [143, 'Another program asked it to end. Press Restart.'],
  [9_009, 'Windows does not know a command that it starts: check that every program it needs is installed and on PATH.'],
]);

const bySignal: Readonly<Record<string, string>> = {
  SIGKILL: 'It was killed from outside, perhaps since memory ran out. Press Restart.',
  SIGTERM: 'Another program asked it to end. Press Restart.',
  SIGINT: 'Another program asked it to end. Press Restart.',
  SIGHUP: 'Another program asked it to end. Press Restart.',
  SIGSEGV: 'It crashed inside its own machine code. Update it, or the runtime it needs, then press Restart.',
  SIGBUS: 'It crashed inside its own machine code. Update it, or the runtime it needs, then press Restart.',
  SIGILL: 'It was built for another kind of processor. Install the version for this machine.',
  SIGABRT: 'It ended itself after an inner error. Its last lines may say which; press Restart.',
};

function endedHint({ code, exitCode, signal }: FailureFacts): string {
  if (signal) return bySignal[signal] ?? '';
  if (typeof exitCode === 'number') return byExitCode.get(exitCode) ?? '';
  if (code === 'start-timeout') return 'It may still be downloading, or wait for something. Look at its log, then press Restart.';
  if (code === 'stop-failed') return 'The system does not let it end. End it by hand, or restart the machine.';
  return '';
}
