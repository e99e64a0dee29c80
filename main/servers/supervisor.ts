import path from 'node:path';
import type { CallResult } from '../../preload/contract/call.js';
import type { LogLine, ServerHealth } from '../../preload/contract/server.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import { CallError } from './call-error.js';
import { standardClocks, type Clocks } from './clocks.js';
import { EraVerdicts } from './era-verdicts.js';
import { HealthMeter } from './health.js';
import { LaunchPad } from './launch-pad.js';
import { resultView } from './result-blocks.js';
import { ResultStore, type ResultRange } from './result-store.js';
import { ServerSession, type StopReason } from './server-session.js';
import type { ServerSpec, ServerStatus } from './server-status.js';
import type { CallProgress } from './tool-call.js';

export { CallError, type CallErrorCode } from './call-error.js';
export type { ResultRange } from './result-store.js';
export type { RawTool, ServerSpec, ServerStatus } from './server-status.js';
export type { CallProgress } from './tool-call.js';

/** What the supervisor is built with. */
export interface SupervisorOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The app's own environment, whole; provider keys are taken out before a server inherits it. */
  readonly appEnv: NodeJS.ProcessEnv;
  /** `~/.greenroom/state`: remembered eras, whole results and the record of running servers. Created when missing. */
  readonly stateDir: string;
  /** Real path of the open folder: local servers start in it, and it is the one root that servers are told of. */
  readonly workspace: string;
  /** Some fact of that server's status changed. */
  readonly onChange: (name: string) => void;
  /** The tools of that server were listed anew, or are gone. */
  readonly onToolsChanged: (name: string) => void;
  /** The login shell's PATH, null where there is none; the app asks for it once. */
  readonly loginPath: () => Promise<string | null>;
  /** `process.platform` unless given. */
  readonly platform?: NodeJS.Platform;
  /** Times that differ from those of `limits`. */
  readonly clocks?: Partial<Clocks>;
}

/** One call of one tool; the gate has said yes before. */
export interface CallRequest {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Sent as they are; the server validates. */
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Time without progress, milliseconds; the entry's `timeout` and then `limits.callMs` where absent. */
  readonly timeoutMs?: number;
}

/** A call that the server answered; `ms` counts from the moment it was sent. */
export interface CallAnswer {
  readonly result: CallResult;
  readonly ms: number;
}

/** How a stop is done. */
export interface StopOptions {
  /** Skips the grace times, also of a stop that is under way. */
  readonly force?: boolean;
  readonly reason?: StopReason;
}

/** Owns all running servers: the one place that starts, stops, lists and calls them. */
export class Supervisor {
  private readonly sessions = new Map<string, ServerSession>();
  private readonly usage = new Map<string, ServerHealth>();
  private readonly meter = new HealthMeter();
  private readonly verdicts: EraVerdicts;
  private readonly results: ResultStore;
  private readonly pad: LaunchPad;
  private readonly clocks: Clocks;

  constructor(private readonly options: SupervisorOptions) {
    const { appEnv, stateDir, workspace, loginPath, platform = process.platform } = options;
    this.verdicts = new EraVerdicts(path.join(stateDir, 'eras.json'));
    this.results = new ResultStore(path.join(stateDir, 'results'));
    this.pad = new LaunchPad({ appEnv, stateDir, workspace, platform, loginPath });
    this.clocks = { ...standardClocks, ...options.clocks };
  }

  /**
   * Starts one server. Joins a running start of the same name and definition; does nothing when it is ready with that definition.
   * Resolves when it has settled (ready or failed), never rejects.
   */
  start(spec: ServerSpec): Promise<void> {
    return this.session(spec).start(spec.definition);
  }

  /** Starts all in parallel, each with its own clock. */
  async startAll(specs: readonly ServerSpec[]): Promise<void> {
    await Promise.all(specs.map((spec) => this.start(spec)));
  }

  /** Ends what runs under that name and starts the given definition. */
  restart(spec: ServerSpec): Promise<void> {
    return this.session(spec).restart(spec.definition);
  }

  /** Resolves when nothing of the server is left. */
  async stop(name: string, { force = false, reason = 'by-person' }: StopOptions = {}): Promise<void> {
    await this.sessions.get(name)?.stop(reason, force);
  }

  /** Stops all in parallel; resolves when no process, no connection and no record of them is left. */
  async stopAll({ force = false, reason = 'workspace-closed' }: StopOptions = {}): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((name) => this.stop(name, { force, reason })));
    if ([...this.sessions.values()].every((session) => session.process === undefined)) await this.pad.close();
  }

  status(name: string): ServerStatus | undefined {
    const session = this.sessions.get(name);
    if (session === undefined) return undefined;
    const pid = session.process?.pid;
    if (pid === undefined) return session.status();
    const usage = this.usage.get(name);
    return { ...session.status(), health: usage?.pid === pid ? usage : { pid } };
  }

  /** Names of all servers that were ever started and not forgotten. */
  names(): string[] {
    return [...this.sessions.keys()];
  }

  /** Of the last run, in the order of time. */
  log(name: string): LogLine[] {
    return this.sessions.get(name)?.log() ?? [];
  }

  /** Resolves when no server is starting or stopping. */
  async settled(): Promise<void> {
    while ([...this.sessions.values()].some((session) => session.busy)) {
      await Promise.all([...this.sessions.values()].map((session) => session.settled));
    }
  }

  /** Calls a tool once. Rejects with CallError only. */
  async call(request: CallRequest): Promise<CallAnswer> {
    const session = this.sessions.get(request.server);
    const run = session?.ready;
    if (session === undefined || run === undefined) {
      throw new CallError(
        'server-not-ready',
        `${request.server} is not ready (${session?.state.kind ?? 'not started'}). Start it on its card.`,
      );
    }
    const { tool, args, signal, onProgress } = request;
    const idleMs = request.timeoutMs ?? session.callTimeoutMs ?? this.clocks.callMs;
    const call = { tool, args, signal, idleMs, ceilingMs: Math.max(idleMs, this.clocks.callCeilingMs) };
    const { raw, ms } = await session.call(onProgress === undefined ? call : { ...call, onProgress }, run);
    return { result: { ...resultView(raw), ...(await this.keep(raw, session)) }, ms };
  }

  /** A range of a whole result kept on disk; undefined when it is gone or the id is none of ours. */
  readResult(resultId: string, offset: number, limit: number): Promise<ResultRange | undefined> {
    return this.results.read(resultId, offset, limit);
  }

  /** Stops the server and drops its log, its status and its remembered era. */
  async forget(name: string): Promise<void> {
    const session = this.sessions.get(name);
    if (session === undefined) return;
    await session.stop('by-person', false);
    await this.verdicts.forget(session.status().definition);
    this.sessions.delete(name);
    this.usage.delete(name);
    this.options.onChange(name);
  }

  /** Measures CPU and memory of all local servers once; `onChange` tells where they are known anew. */
  async measureHealth(): Promise<void> {
    await Promise.all(
      [...this.sessions].map(async ([name, { process }]) => {
        const pid = process?.pid;
        if (process === undefined || pid === undefined) return;
        const usage = await this.meter.measure(await process.treePids());
        if (usage === undefined) return;
        this.usage.set(name, { pid, ...usage });
        this.options.onChange(name);
      }),
    );
  }

  private session({ name, definition }: ServerSpec): ServerSession {
    const known = this.sessions.get(name);
    if (known !== undefined) return known;
    const session = new ServerSession(name, definition, {
      clocks: this.clocks,
      clientInfo: this.options.clientInfo,
      workspace: this.options.workspace,
      verdicts: this.verdicts,
      pad: this.pad,
      onChange: () => this.options.onChange(name),
      onToolsChanged: () => this.options.onToolsChanged(name),
    });
    this.sessions.set(name, session);
    return session;
  }

  /** A disk that is full must not take away an answer that the server has given. */
  private async keep(raw: unknown, session: ServerSession): Promise<{ resultId: string; bytes: number }> {
    try {
      return await this.results.keep(raw);
    } catch (error) {
      session.note(`The whole result could not be kept on disk: ${error instanceof Error ? error.message : String(error)}`);
      return { resultId: '', bytes: Buffer.byteLength(JSON.stringify(raw) ?? '') };
    }
  }
}
