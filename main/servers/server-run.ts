import type { ServerState } from '../../preload/contract/server.js';
import { CallError } from './call-error.js';
import { Deadline, type Clocks } from './clocks.js';
import type { Connection, ConnectionOptions } from './connection.js';
import type { EraVerdicts } from './era-verdicts.js';
import { errorCause, exitCause, exitWords, failureOf, shownText, timeoutCause, type EndCause } from './failures.js';
import { mayDownload } from './first-download.js';
import type { LaunchPad } from './launch-pad.js';
import { LiveTools } from './live-tools.js';
import { connectLocal, ProcessEnded } from './local-connection.js';
import { connectRemote } from './remote-connection.js';
import { RemoteError } from './remote-error.js';
import type { ServerLog } from './server-log.js';
import type { ServerSpec } from './server-status.js';
import type { ProcessExit, StdioTransport } from './stdio-transport.js';
import { callTool, type RawAnswer, type ToolCall } from './tool-call.js';
import type { ToolList } from './tool-listing.js';

/** What one run of one server is made of. */
export interface RunParts {
  readonly spec: ServerSpec;
  readonly log: ServerLog;
  readonly clocks: Clocks;
  readonly clientInfo: ConnectionOptions['clientInfo'];
  readonly workspace: string;
  readonly verdicts: EraVerdicts;
  readonly pad: LaunchPad;
  readonly onState: (state: ServerState) => void;
  readonly onTools: (list: ToolList) => void;
}

type StartingPhase = Extract<ServerState, { kind: 'starting' }>['phase'];

/**
 * One run of one server, from its launch to its end; a restart is a new run. Tells its states through `onState`:
 * `starting` in its phases, then `ready`, `failed` or `needs-sign-in`, and `failed` once more when a ready one crashes.
 */
export class ServerRun {
  /** Aborted with a CallError when the run is over: ends the calls in flight. */
  private readonly gone = new AbortController();
  /** Aborted when the start is given up: by a stop, or by its clock. */
  private readonly givenUp = new AbortController();
  private readonly launchedAt = performance.now();
  private readonly since = Date.now();
  private readonly deadline: Deadline;
  private readonly tools: LiveTools;
  private readonly downloads: boolean;
  private phase: StartingPhase | 'ready' | 'over' = 'launching';
  private stopping = false;
  private timedOut = false;
  private connection: Connection | undefined;
  private child: StdioTransport | undefined;
  /** Epoch milliseconds of the second launch. */
  private relaunchedAt: number | undefined;

  constructor(private readonly parts: RunParts) {
    const { definition } = parts.spec;
    this.downloads = definition.transport === 'stdio' && mayDownload(definition);
    this.deadline = new Deadline(this.downloads ? parts.clocks.firstDownloadMs : parts.clocks.startMs, () => {
      this.timedOut = true;
      this.givenUp.abort(new Error('The start took too long.'));
    });
    this.tools = new LiveTools({
      log: parts.log,
      debounceMs: parts.clocks.listChangedDebounceMs,
      pageMs: parts.clocks.startMs,
      signal: AbortSignal.any([this.gone.signal, this.givenUp.signal]),
      onTools: parts.onTools,
    });
  }

  /** Of the running process of a local server. */
  get process(): StdioTransport | undefined {
    return this.phase === 'over' ? undefined : this.child;
  }

  /** Resolves when the server is ready, has failed or was stopped. Never rejects. */
  async start(): Promise<void> {
    this.tellStarting('launching');
    try {
      this.connection = await this.connect();
      await this.tools.read(this.connection, (page) => this.tellStarting('listing', page));
      this.becomeReady(this.connection.protocol);
    } catch (error) {
      await this.fail(error);
    } finally {
      this.deadline.stop();
    }
  }

  /**
   * Resolves when no process and no connection is left, with the pids that cannot be ended. The states of a stop are the caller's to tell.
   */
  async stop(force: boolean): Promise<readonly number[]> {
    this.stopping = true;
    this.end(new CallError('server-not-ready', `${this.name} was stopped.`));
    this.givenUp.abort(new Error('The server was stopped.'));
    const report = await this.child?.stop({ force });
    await this.connection?.close();
    return report?.leftover ?? [];
  }

  /** Calls one tool. Rejects with CallError. */
  call(call: Omit<ToolCall, 'serverGone'>): Promise<RawAnswer> {
    if (this.connection === undefined || this.phase !== 'ready') {
      return Promise.reject(new CallError('server-not-ready', `${this.name} is not ready.`));
    }
    if (!this.tools.has(call.tool)) {
      return Promise.reject(new CallError('unknown-tool', `${this.name} has no tool named "${call.tool.slice(0, 200)}".`));
    }
    return callTool(this.connection, { ...call, serverGone: this.gone.signal }).catch((error: unknown) => {
      this.judgeLoss(error);
      throw error;
    });
  }

  /** A remote server may say in the answer to a call that it takes no more of them. */
  private judgeLoss(error: unknown): void {
    const status = error instanceof CallError ? lostStatus(error.cause) : undefined;
    if (status === undefined || this.phase !== 'ready') return;
    const message = status === 401 ? 'The server asks for a sign-in again (HTTP 401).' : 'The server has ended this session (HTTP 404).';
    this.end(new CallError('server-not-ready', message));
    if (status === 401)
      this.parts.onState({ kind: 'needs-sign-in', message: `${message} Put a valid token into the headers of its entry.` });
    else this.tellFailed({ code: 'connection-lost', told: { headline: message, hint: 'Press Restart to open a new one.' } });
  }

  private get name(): string {
    return this.parts.spec.name;
  }

  private async connect(): Promise<Connection> {
    const { spec, clocks, clientInfo, workspace, verdicts, log } = this.parts;
    const options = {
      clientInfo,
      workspace,
      signal: this.givenUp.signal,
      // The deadline decides; a handshake request only must not end before it.
      timeoutMs: Math.max(clocks.startMs, clocks.firstDownloadMs),
      probeMs: clocks.eraProbeMs,
      events: {
        onToolsChanged: () => this.tools.changed(),
        onLog: (from: 'server' | 'greenroom', text: string) => (from === 'server' ? log.serverMessage(text) : log.note(text)),
      },
    };
    const { definition } = spec;
    if (definition.transport !== 'stdio') {
      this.tellStarting('connecting');
      return connectRemote(definition, options);
    }
    const launch = await this.parts.pad.prepare(definition, log);
    this.givenUp.signal.throwIfAborted();
    const verdict = await verdicts.recall(definition);
    const process = { onLaunched: () => this.onLaunched(), onOutput: () => this.onOutput() };
    try {
      const connection = await connectLocal({ launch: () => this.watch(launch()), verdict, process, options });
      await verdicts.remember(definition, connection.era);
      return connection;
    } catch (error) {
      // What was remembered may be why it failed: the next start probes anew.
      await verdicts.forget(definition);
      throw error;
    }
  }

  private watch(child: StdioTransport): StdioTransport {
    this.relaunchedAt = this.child === undefined ? undefined : Date.now();
    this.child = child;
    void child.exited.then((exit) => {
      if (this.phase !== 'ready' || this.child !== child) return;
      this.crash(exit);
    });
    return child;
  }

  private onLaunched(): void {
    if (this.child !== undefined) this.parts.pad.launched(this.child);
    this.tellStarting(this.downloads && this.phase !== 'connecting' ? 'downloading' : 'connecting');
  }

  /** The first frame shows that what was to be downloaded is there: from now on the clock of an ordinary start counts. */
  private onOutput(): void {
    if (this.phase !== 'downloading') return;
    this.deadline.restart(this.parts.clocks.startMs);
    this.tellStarting('connecting');
  }

  private becomeReady(protocol: string): void {
    if (this.stopping) return;
    this.phase = 'ready';
    this.parts.onTools(this.tools.list);
    this.parts.onState({ kind: 'ready', since: Date.now(), protocol, connectMs: Math.round(performance.now() - this.launchedAt) });
  }

  /** A ready server's process ended by itself: calls in flight are rejected at once, and nothing is started again. */
  private crash(exit: ProcessExit): void {
    const tail = this.parts.log.tail();
    this.end(new CallError('server-crashed', `${exitWords(exit)} during the call. The call may have acted, so it is not repeated.`, tail));
    this.tellFailed(exitCause('crashed', exit, this.age));
  }

  private async fail(error: unknown): Promise<void> {
    const { phase } = this;
    // Asked before the stop below, which ends the process as well.
    const exit = endedByItself(error) ? await this.child?.exited : undefined;
    this.end(new CallError('server-not-ready', `${this.name} did not start.`));
    await this.child?.stop({ force: !this.stopping });
    await this.connection?.close();
    if (this.stopping) return;
    if (error instanceof RemoteError && error.code === 'needs-sign-in') {
      this.parts.onState({ kind: 'needs-sign-in', message: shownText(error.message, this.parts.spec.definition) });
    } else if (this.timedOut) this.tellFailed(timeoutCause(phase, this.age));
    else if (exit !== undefined) this.tellFailed(exitCause('exited-at-start', exit, this.age));
    else this.tellFailed(errorCause(error, phase === 'listing'));
  }

  private get age(): number {
    return performance.now() - this.launchedAt;
  }

  /** Ends what belongs to the run, but for the process and the connection. */
  private end(reason: CallError): void {
    this.phase = 'over';
    this.deadline.stop();
    this.gone.abort(reason);
    this.tools.end();
  }

  private tellStarting(phase: StartingPhase, page?: number): void {
    if (this.phase === 'over') return;
    this.phase = phase;
    this.parts.onState({ kind: 'starting', phase, since: this.since, deadline: this.deadline.at, ...(page === undefined ? {} : { page }) });
  }

  private tellFailed(cause: EndCause): void {
    const told = this.relaunchedAt === undefined ? cause : { ...cause, since: this.relaunchedAt };
    this.parts.onState({ kind: 'failed', failure: failureOf(told, this.parts.spec.definition, this.parts.log) });
  }
}

/** The statuses by which a remote server ends a session: 401, and 404 (MCP 2025-06-18 §Transports, Session Management). */
function lostStatus(cause: unknown): 401 | 404 | undefined {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  return status === 401 || status === 404 ? status : undefined;
}

function endedByItself(error: unknown): boolean {
  return error instanceof ProcessEnded || (error instanceof Error && 'code' in error && error.code === 'CONNECTION_CLOSED');
}
