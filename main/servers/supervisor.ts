import type { CallResult } from '../../preload/contract/call.js';
import type { LogLine } from '../../preload/contract/server.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import type { ServerSpec, ServerStatus } from './server-status.js';

export { CallError, type CallErrorCode } from './call-error.js';
export type { RawTool, ServerSpec, ServerStatus } from './server-status.js';

/** What the supervisor is built with. */
export interface SupervisorOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The app's own environment, whole; provider keys are taken out before a server inherits it. */
  readonly appEnv: NodeJS.ProcessEnv;
  /** `~/.greenroom/state`: remembered eras and whole results are kept below it. Created when missing. */
  readonly stateDir: string;
  /** Real path of the open folder: local servers start in it, and it is the one root that servers are told of. */
  readonly workspace: string;
  /** Some fact of that server's status changed. */
  readonly onChange: (name: string) => void;
  /** The tools of that server were listed anew, or are gone. */
  readonly onToolsChanged: (name: string) => void;
  /** `process.platform` unless given. */
  readonly platform?: NodeJS.Platform;
}

/** What a running call tells. */
export interface CallProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
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

/** A piece of a whole result; offsets count characters (UTF-16 units) of the JSON text. */
export interface ResultRange {
  readonly text: string;
  readonly total: number;
}

/** Owns all running servers: the one place that starts, stops, lists and calls them. Becomes a class with `new Supervisor(options: SupervisorOptions)`. */
export interface Supervisor {
  /** Starts one server. Joins a running start of the same name and definition; does nothing when it is ready with that definition. Resolves when settled, never rejects. */
  start(spec: ServerSpec): Promise<void>;
  /** Starts all in parallel, each with its own clock. */
  startAll(specs: readonly ServerSpec[]): Promise<void>;
  /** Stops what runs under that name and starts the given definition. */
  restart(spec: ServerSpec): Promise<void>;
  /** Resolves when no process is left. `force` skips the grace times, also of a stop that is under way. */
  stop(name: string, options?: { readonly force?: boolean }): Promise<void>;
  stopAll(options?: { readonly force?: boolean }): Promise<void>;
  status(name: string): ServerStatus | undefined;
  /** Names of all servers that were ever started and not forgotten. */
  names(): readonly string[];
  log(name: string): readonly LogLine[];
  /** Resolves when no server is starting or stopping. */
  settled(): Promise<void>;
  /** Rejects with CallError only. */
  call(request: CallRequest): Promise<CallAnswer>;
  /** A range of a whole result kept on disk; undefined when it is gone or the id is none of ours. */
  readResult(resultId: string, offset: number, limit: number): Promise<ResultRange | undefined>;
  /** Stops the server and drops its log, its status and its remembered era. */
  forget(name: string): Promise<void>;
  /** Measures CPU and memory of all local servers once; `onChange` tells where they changed. */
  measureHealth(): Promise<void>;
}
