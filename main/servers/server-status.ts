import type { RejectedTool, ServerHealth, ServerState } from '../../preload/contract/server.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import type { ServerDefinition } from '../config/definition.js';

/** One server to run: its key in `mcp.json` and what that entry says. */
export interface ServerSpec {
  readonly name: string;
  readonly definition: ServerDefinition;
}

/** A tool as its server listed it; name, texts and schemas are the server's own, unchanged and untrusted. */
export interface RawTool {
  readonly name: string;
  readonly title?: string;
  /** Empty when the server gave none. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Everything known of one server at one moment. */
export interface ServerStatus {
  /** `starting`, `ready`, `needs-sign-in`, `failed`, `stopping` or `stopped`; the other kinds are the engine's. */
  readonly state: ServerState;
  /** What runs, or what last ran. */
  readonly definition: ServerDefinition;
  /** Of a ready server; empty otherwise. In the server's order, names unique. */
  readonly tools: readonly RawTool[];
  readonly rejectedTools: readonly RejectedTool[];
  /** Why the list is not whole, in words. */
  readonly toolsCut?: string;
  /** Of a local server, from its launch to its end. */
  readonly health?: ServerHealth;
  /** Since the last start. */
  readonly calls: number;
  /** Of those, the ones that failed or whose tool said that it failed. */
  readonly errors: number;
  readonly noiseLines: number;
}
