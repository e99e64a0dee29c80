import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { limits } from '../limits.js';
import { FrameReader } from './frame-reader.js';
import { launched, spawnServer } from './launch.js';
import { LaunchError } from './launch-error.js';
import { ProcessTree, type ProcessIdentity } from './process-tree.js';
import type { ServerLog } from './server-log.js';
import { shutDown, type ProcessExit, type StopReport } from './shutdown.js';

export { LaunchError, type LaunchErrorCode } from './launch-error.js';
export type { ProcessExit, StopReport, StopStep } from './shutdown.js';

/** How one process is started. */
export interface StdioLaunch {
  /** As the entry says: a name to look for on PATH, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the child; build it with `childEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Unique to this launch, and already in `env` as `GREENROOM_MARKER`: proves later which processes are of this tree. */
  readonly marker: string;
}

/** JSON-RPC 2.0 §5.1. */
const internalError = -32_603;

/** A message that could not be written, since the process is gone or its stdin is closed. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly code = 'not-connected';
}

/**
 * One launch of one server over stdin and stdout: one process, in a group of its own, from `start` to `stop`.
 * A second launch is a second transport. Whatever way the process ends, its grandchildren are ended too.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];

  /** Resolves once the process has ended and its last lines are read; never, when it never ran. */
  readonly exited: Promise<ProcessExit>;
  #resolveExited: (exit: ProcessExit) => void = () => undefined;
  #child: ChildProcessWithoutNullStreams | undefined;
  #starting: Promise<void> | undefined;
  #stopping: Promise<StopReport> | undefined;
  #closed = false;
  readonly #force = new AbortController();
  readonly #tree: ProcessTree;

  constructor(
    private readonly launch: StdioLaunch,
    private readonly log: ServerLog,
  ) {
    this.exited = new Promise((resolve) => (this.#resolveExited = resolve));
    this.#tree = new ProcessTree({ root: undefined, known: [], ownsMarker: (marker) => marker === launch.marker });
  }

  /** Of the direct child, also after it has ended; undefined before it was started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Pid and start time of the direct child, once it runs. */
  get root(): ProcessIdentity | undefined {
    return this.#tree.root;
  }

  /** Pids of the whole tree that live now: what health is measured over. */
  treePids(): Promise<readonly number[]> {
    return this.#tree.alive();
  }

  /** Resolves when the process runs. @throws LaunchError when it cannot be started. */
  start(): Promise<void> {
    if (this.#starting || this.#stopping) {
      return Promise.reject(new LaunchError({ code: 'spawn-error', headline: 'This launch was started or stopped before.', hint: '' }));
    }
    this.#starting = this.#start();
    return this.#starting;
  }

  /** Resolves when the message is written out. @throws NotConnectedError when the process is gone. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new NotConnectedError('The server is not running.');
    const frame = `${JSON.stringify(message)}\n`;
    await new Promise<void>((resolve, reject) => {
      // the callback comes when the pipe has taken the bytes: a server that does not read holds the sender back
      stdin.write(frame, (error) => (error ? reject(new NotConnectedError('The server closed its input.', { cause: error })) : resolve()));
    });
  }

  /**
   * Ends the process and all that it started: the ladder of `shutDown`. Idempotent; a second call joins the first.
   * @param options.force skips the grace times, also of a stop that is under way.
   */
  stop(options: { readonly force?: boolean } = {}): Promise<StopReport> {
    if (options.force === true) this.#force.abort();
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** What the protocol layer calls: `stop` without its report. */
  async close(): Promise<void> {
    await this.stop();
  }

  async #start(): Promise<void> {
    const child = spawnServer(this.launch);
    this.#child = child;
    this.#listen(child);
    const recorded = child.pid === undefined ? undefined : this.#tree.recordRoot(child.pid);
    await launched(child, this.launch.command);
    await recorded;
    this.log.note(`Started as process ${child.pid ?? 0} in ${this.launch.cwd}.`);
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    const reader = new FrameReader({
      message: (message) => this.#deliver(message),
      noise: (text) => this.log.noise(text),
      tooLarge: (error, id) => {
        this.#report(error);
        if (id !== undefined) this.#deliver({ jsonrpc: '2.0', id, error: { code: internalError, message: error.message } });
      },
    });
    child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.log.stderr(chunk));
    // a pipe that breaks (EPIPE) must not end the app; the exit that follows tells what happened
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', (error) => this.#report(error));
    child.once('exit', (code, signal) => {
      const exit = { code, signal, at: Date.now() };
      void drained(child).then(() => {
        reader.end();
        this.#end(exit);
      });
    });
  }

  /** The process is gone: those who wait are told, and what it left behind is ended. */
  #end(exit: ProcessExit): void {
    this.log.note(exit.signal === null ? `Ended with exit code ${exit.code ?? 0}.` : `Ended by signal ${exit.signal}.`);
    this.#resolveExited(exit);
    this.#close();
    void this.stop().catch((error: unknown) => this.#report(error instanceof Error ? error : new Error(String(error))));
  }

  async #stop(): Promise<StopReport> {
    // a launch that failed has nothing to end; its error was told by `start`
    await this.#starting?.catch(() => undefined);
    const child = this.#child;
    if (child?.pid === undefined) {
      this.#close();
      return { steps: [], leftover: [] };
    }
    try {
      const target = { tree: this.#tree, endInput: () => child.stdin.end(), exited: this.exited };
      const report = await shutDown(target, this.#force.signal);
      if (report.steps.length > 0) this.log.note(`Stopped by: ${report.steps.join(', ')}.`);
      if (report.leftover.length === 0) await this.exited;
      else this.log.note(`Could not be ended: process ${report.leftover.join(', ')}.`);
      return report;
    } finally {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      this.#close();
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.#report(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #report(error: Error): void {
    this.log.note(`Transport: ${error.message}`);
    this.onerror?.(error);
  }
}

/** Resolves when the pipes have said all, at the latest after `limits.drainMs`: a grandchild may hold them open. */
async function drained(child: ChildProcessWithoutNullStreams): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limits.drainMs);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
