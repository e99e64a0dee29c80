import { z } from 'zod';
import { Json, JsonObject } from './tool.js';

/** When a call asks the person first (PRODUCT.md §6). */
export const Mode = z.enum(['SAFE', 'TRUST', 'FULL', 'YOLO']);
export type Mode = z.infer<typeof Mode>;

/** Who or what asked for the call; the gate decides alike for all of them and records which it was. */
export const CallRoute = z.enum(['direct', 'call_tool', 'native', 'code', 'person', 'cli']);
export type CallRoute = z.infer<typeof CallRoute>;

/** An open question: may this call run? Lives in the engine, survives a reload of the window. */
export const Approval = z.object({
  id: z.string(),
  callId: z.string(),
  route: CallRoute,
  server: z.string(),
  tool: z.string(),
  args: JsonObject,
  mode: Mode,
  /** Why it asks, in words: "TRUST: the name contains create". */
  rule: z.string(),
  at: z.number(),
});
export type Approval = z.infer<typeof Approval>;

/** `once` binds to these exact arguments; `conversation` holds for any arguments of this tool until the app closes or the folder changes. */
export const ApprovalAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('conversation') }),
  z.object({ kind: z.literal('deny'), word: z.string().max(2_000).optional() }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** One block of a tool's result, ready to draw. Text is capped; `cut` says how much is left on disk. */
export const ResultBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), cut: z.boolean() }),
  z.object({
    kind: z.literal('image'),
    mimeType: z.string(),
    /** base64, capped; absent when too large to show */ data: z.string().optional(),
    bytes: z.number().int(),
  }),
  z.object({ kind: z.literal('audio'), mimeType: z.string(), data: z.string().optional(), bytes: z.number().int() }),
  z.object({
    kind: z.literal('resource'),
    uri: z.string(),
    mimeType: z.string().optional(),
    text: z.string().optional(),
    cut: z.boolean(),
  }),
  z.object({ kind: z.literal('resource-link'), uri: z.string(), name: z.string() }),
  z.object({ kind: z.literal('unknown'), type: z.string(), json: z.string(), cut: z.boolean() }),
]);
export type ResultBlock = z.infer<typeof ResultBlock>;

/** A finished call's result. */
export const CallResult = z.object({
  blocks: z.array(ResultBlock),
  structuredContent: Json.optional(),
  /** The server's own word that the tool failed. */
  isError: z.boolean(),
  /** Bytes of the whole result as JSON; the whole is kept under `resultId`. */
  bytes: z.number().int(),
  resultId: z.string(),
});
export type CallResult = z.infer<typeof CallResult>;

/** How a call ended. `ms` counts from the moment it was sent to the server. */
export const CallOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), result: CallResult, ms: z.number(), approvedBy: z.string() }),
  z.object({ kind: z.literal('denied'), message: z.string() }),
  z.object({ kind: z.literal('blocked'), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string(), stderrTail: z.array(z.string()), ms: z.number() }),
  z.object({ kind: z.literal('cancelled'), ms: z.number() }),
]);
export type CallOutcome = z.infer<typeof CallOutcome>;

/** A call that the engine holds: asked, running or ended. The last ones are kept so that a reload shows them again. */
export const CallView = z.object({
  id: z.string(),
  route: CallRoute,
  server: z.string(),
  tool: z.string(),
  args: JsonObject,
  at: z.number(),
  status: z.enum(['asking', 'running', 'ended']),
  progress: z.object({ done: z.number(), total: z.number().optional(), message: z.string().optional() }).optional(),
  outcome: CallOutcome.optional(),
});
export type CallView = z.infer<typeof CallView>;
