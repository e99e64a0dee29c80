import { limits } from '../limits.js';

/** How a process ended. `signal` is set when a signal ended it, `code` otherwise; `at` is epoch milliseconds. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly at: number;
}

/** One rung of the ladder, in order. */
export type StopStep = 'stdin-end' | 'sigterm' | 'sigkill';

/** What a stop took. */
export interface StopReport {
  /** The rungs that were needed; empty when nothing was running any more. */
  readonly steps: readonly StopStep[];
  /** Pids that are still there after the last rung; empty but for processes that even SIGKILL does not end. */
  readonly leftover: readonly number[];
}

/** The processes of one server, its own children and theirs included. */
export interface StoppableTree {
  /** Pids that are provably of this tree and alive now. */
  alive(): Promise<readonly number[]>;
  /** Sends to every provable member, the group in one go where it is proven. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** What the ladder acts on. */
export interface ShutdownTarget {
  readonly tree: StoppableTree;
  /** Closes stdin: how MCP asks a server on stdio to leave (MCP 2026-07-28 §Transports, stdio, Shutdown). */
  endInput(): void;
  /** Resolves when the direct child is gone; spares looking at the process table before that. */
  readonly exited: Promise<unknown>;
}

/** Grace times of the rungs in milliseconds. */
export interface ShutdownTimes {
  readonly stopStdinMs: number;
  readonly stopTermMs: number;
  readonly stopKillMs: number;
  readonly stopPollMs: number;
}

/** Resolves after `ms`, or as soon as `signal` is aborted or `other` settles. The timer is gone afterwards. */
async function pause(ms: number, signal: AbortSignal | null, other?: Promise<unknown>): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, ms));
    signal?.addEventListener('abort', done, { once: true });
    void other?.then(done, done);
  });
}

/** Whether the whole tree is gone before `ms` have passed; an aborted `cut` ends the wait early. Acts again at each look. */
async function goneWithin(
  target: ShutdownTarget,
  ms: number,
  pollMs: number,
  cut: AbortSignal | null,
  again?: () => Promise<void>,
): Promise<boolean> {
  const until = performance.now() + ms;
  await pause(again === undefined ? ms : Math.min(ms, pollMs), cut, target.exited);
  for (;;) {
    if ((await target.tree.alive()).length === 0) return true;
    if (performance.now() >= until || cut?.aborted === true) return false;
    await again?.();
    await pause(pollMs, cut);
  }
}

/**
 * The ladder: close stdin, wait, SIGTERM, wait, SIGKILL to the whole tree, wait. Ends at the first rung after which no
 * process is left; grandchildren that outlive a well-behaved child are climbed for just the same.
 * @param force aborted at any time: the waits of the two gentle rungs end at once.
 */
export async function shutDown(target: ShutdownTarget, force: AbortSignal, times: ShutdownTimes = limits): Promise<StopReport> {
  const steps: StopStep[] = [];
  const { tree } = target;
  if ((await tree.alive()).length === 0) return { steps, leftover: [] };
  target.endInput();

  if (!force.aborted) {
    steps.push('stdin-end');
    if (await goneWithin(target, times.stopStdinMs, times.stopPollMs, force)) return { steps, leftover: [] };
  }
  if (!force.aborted) {
    steps.push('sigterm');
    await tree.signal('SIGTERM');
    if (await goneWithin(target, times.stopTermMs, times.stopPollMs, force)) return { steps, leftover: [] };
  }
  steps.push('sigkill');
  const kill = (): Promise<void> => tree.signal('SIGKILL');
  await kill();
  // killed again at each look: a process may fork between the look and the signal
  const gone = await goneWithin(target, times.stopKillMs, times.stopPollMs, null, kill);
  return { steps, leftover: gone ? [] : await tree.alive() };
}
