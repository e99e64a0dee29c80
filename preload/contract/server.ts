import { z } from 'zod';
import { Problem } from './problem.js';

/** Why a server is in the state `failed`. */
export const FailureCode = z.enum([
  'command-not-found',
  'permission-denied',
  'bad-working-directory',
  'spawn-error',
  'exited-at-start',
  'crashed',
  'start-timeout',
  'handshake-failed',
  'list-failed',
  'http-error',
  'network-error',
  'connection-lost',
  'stop-failed',
]);
export type FailureCode = z.infer<typeof FailureCode>;

/** What is known of a failure; everything a failed card shows. Texts are masked and free of control characters. */
export const Failure = z.object({
  code: FailureCode,
  /** One sentence: what happened and when, for example "Stopped with exit code 1 after 1.9 s." */
  headline: z.string(),
  /** Why it probably happened and what to do; empty when nothing is known. */
  hint: z.string(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  /** The last 25 lines of stderr, oldest first, ANSI codes stripped. */
  stderrTail: z.array(z.string()),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type Failure = z.infer<typeof Failure>;

/**
 * The state of one server: exactly one of these (PRODUCT.md §3). Times are epoch milliseconds.
 * A view draws it and infers nothing.
 */
export const ServerState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('untrusted-folder') }),
  z.object({ kind: z.literal('disabled') }),
  z.object({
    kind: z.literal('starting'),
    phase: z.enum(['launching', 'downloading', 'connecting', 'listing']),
    since: z.number(),
    /** When this phase's clock runs out. */
    deadline: z.number(),
    /** Page of `tools/list` that is being read, from 1. */
    page: z.number().int().optional(),
  }),
  z.object({
    kind: z.literal('ready'),
    since: z.number(),
    /** Negotiated protocol revision, for example `2026-07-28`. */
    protocol: z.string(),
    /** From launch to the end of `tools/list`, in milliseconds. */
    connectMs: z.number(),
  }),
  z.object({ kind: z.literal('needs-sign-in'), message: z.string() }),
  z.object({ kind: z.literal('needs-client-id'), message: z.string() }),
  z.object({ kind: z.literal('needs-consent'), reason: z.enum(['new', 'changed', 'uncovered']) }),
  z.object({ kind: z.literal('invalid'), problem: Problem }),
  z.object({ kind: z.literal('failed'), failure: Failure }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
  z.object({ kind: z.literal('stopped'), reason: z.enum(['by-person', 'workspace-closed', 'not-started']), at: z.number() }),
]);
export type ServerState = z.infer<typeof ServerState>;
export type ServerStateKind = ServerState['kind'];

/** A tool that `tools/list` named but that cannot be used. */
export const RejectedTool = z.object({ name: z.string(), reason: z.string() });
export type RejectedTool = z.infer<typeof RejectedTool>;

/** Process facts of a local server; CPU in per cent of one core, memory in bytes, both of the whole tree. */
export const ServerHealth = z.object({
  pid: z.number().int(),
  cpuPercent: z.number().optional(),
  memoryBytes: z.number().optional(),
});
export type ServerHealth = z.infer<typeof ServerHealth>;

/** One card of the Servers room: a snapshot, whole. */
export const ServerCard = z.object({
  name: z.string(),
  state: ServerState,
  transport: z.enum(['stdio', 'http', 'sse']),
  /** True when the entry is an `mcp-remote` command that is connected directly. */
  viaMcpRemote: z.boolean(),
  source: z.object({ file: z.string(), line: z.number().int().positive(), writable: z.boolean() }),
  /** Files that define the same name and are hidden by this one. */
  hides: z.array(z.string()),
  /** Command line or URL with secret-looking parts masked; for display only. */
  commandLine: z.string(),
  description: z.string().optional(),
  disabled: z.boolean(),
  preload: z.boolean(),
  warnings: z.array(Problem),
  /** The entry in the file is no longer what runs: "changed on disk: Restart to apply". */
  changedOnDisk: z.boolean(),
  health: ServerHealth.optional(),
  tools: z.number().int(),
  rejectedTools: z.array(RejectedTool),
  /** True when paging of `tools/list` was cut by a cap or a repeated cursor; says which. */
  toolsCut: z.string().optional(),
  /** Tokens (o200k) of the tools as one line each, and of their whole definitions. Absent until measured. */
  tokens: z.object({ lines: z.number().int(), full: z.number().int() }).optional(),
  calls: z.number().int(),
  errors: z.number().int(),
  /** Lines on stdout that were no JSON-RPC frame and were skipped. */
  noiseLines: z.number().int(),
});
export type ServerCard = z.infer<typeof ServerCard>;

/** One line of a server's log. */
export const LogLine = z.object({
  at: z.number(),
  from: z.enum(['stderr', 'stdout-noise', 'greenroom', 'server']),
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;
