import { z } from 'zod';
import { Snapshot, Theme } from './app.js';
import { ApprovalAnswer, CallOutcome, Mode } from './call.js';
import { EntryDraft } from './entry.js';
import { Problem } from './problem.js';
import { LogLine } from './server.js';
import { JsonObject, SearchAnswer, ToolDetail, ToolSummary } from './tool.js';
import { CommandPart, TrustReview } from './trust.js';

const Nothing = z.object({}).strict();
const Named = z.object({ name: z.string().max(400) }).strict();
const ToolRef = z.object({ server: z.string().max(400), tool: z.string().max(4_000) }).strict();

/**
 * Every route: what goes in and what comes out. A new feature is one entry here and one handler in
 * the engine. Inputs are parsed in main; a handler throws only `RouteError` for what the person can act on.
 */
export const routes = {
  'app.snapshot': { input: Nothing, output: Snapshot },
  'app.setMode': { input: z.object({ mode: Mode }).strict(), output: Nothing },
  'app.setTheme': { input: z.object({ theme: Theme }).strict(), output: Nothing },
  'app.setRoom': { input: z.object({ room: z.enum(['servers', 'tools', 'settings']) }).strict(), output: Nothing },
  /** Puts a text on the clipboard; desktop only. */
  'app.copy': { input: z.object({ text: z.string().max(10_000_000) }).strict(), output: Nothing },

  /** Opens the system's folder dialog; null when the person cancelled. Desktop only. */
  'workspace.choose': { input: Nothing, output: z.object({ path: z.string().nullable() }) },
  /** Opens a folder. Starts servers only when it is trusted. */
  'workspace.open': { input: z.object({ path: z.string().max(8_000) }).strict(), output: Nothing },
  'workspace.close': { input: Nothing, output: Nothing },
  /** Writes the sample workspace (kept when it is there already) and opens it. */
  'workspace.openSample': { input: Nothing, output: z.object({ path: z.string() }) },

  /** What trust would cover; null without a folder. */
  'trust.review': { input: Nothing, output: TrustReview.nullable() },
  /** Trusts exactly what the review with this token showed, and starts what is enabled. */
  'trust.accept': { input: z.object({ token: z.string().max(200) }).strict(), output: Nothing },
  /** The whole value of one masked variable or header, for the trust dialog only. */
  'trust.reveal': {
    input: z
      .object({ token: z.string().max(200), server: z.string().max(400), kind: z.enum(['env', 'header']), name: z.string().max(4_000) })
      .strict(),
    output: z.object({ value: z.array(CommandPart) }),
  },

  'servers.start': { input: Named, output: Nothing },
  'servers.restart': { input: Named, output: Nothing },
  'servers.stop': { input: Named, output: Nothing },
  'servers.setDisabled': { input: z.object({ name: z.string().max(400), disabled: z.boolean() }).strict(), output: Nothing },
  'servers.remove': { input: Named, output: Nothing },
  'servers.log': { input: Named, output: z.object({ lines: z.array(LogLine) }) },
  /** The whole command line or URL, for Copy command: the text goes to the clipboard, not to the window. */
  'servers.copyCommand': { input: Named, output: Nothing },
  'servers.refresh': { input: Nothing, output: Nothing },

  'entry.check': { input: EntryDraft, output: z.object({ problems: z.array(Problem) }) },
  /** Connects once with the draft, lists its tools, stops it; saves nothing. */
  'entry.test': {
    input: EntryDraft,
    output: z.object({ ok: z.boolean(), message: z.string(), tools: z.array(z.string()), stderrTail: z.array(z.string()) }),
  },
  /** Writes the draft into the project's file; agreeing to it is part of pressing Add. */
  'entry.add': { input: EntryDraft, output: Nothing },

  'tools.list': { input: z.object({ server: z.string().max(400).optional() }).strict(), output: z.object({ tools: z.array(ToolSummary) }) },
  'tools.detail': { input: ToolRef, output: ToolDetail.nullable() },
  'tools.search': {
    input: z
      .object({ query: z.string().max(1_000), server: z.string().max(400).optional(), limit: z.number().int().min(1).max(100) })
      .strict(),
    output: SearchAnswer,
  },

  /** Runs a tool for the person through the gate; answers when the call has ended. `callId` is the window's own choice, used to cancel. */
  'tools.run': {
    input: z
      .object({ callId: z.string().min(1).max(100), server: z.string().max(400), tool: z.string().max(4_000), args: JsonObject })
      .strict(),
    output: CallOutcome,
  },
  /** What the gate would say now, without asking anybody. */
  'tools.forecast': {
    input: ToolRef.extend({ args: JsonObject }).strict(),
    output: z.object({ decision: z.enum(['run', 'ask', 'blocked']), rule: z.string() }),
  },
  'calls.cancel': { input: z.object({ callId: z.string().max(100) }).strict(), output: Nothing },
  /** A range of a whole result kept on disk, as text. Offsets count characters. */
  'calls.result': {
    input: z
      .object({ resultId: z.string().max(100), offset: z.number().int().min(0), limit: z.number().int().min(1).max(1_000_000) })
      .strict(),
    output: z.object({ text: z.string(), total: z.number().int() }),
  },
  'approvals.answer': { input: z.object({ id: z.string().max(100), answer: ApprovalAnswer }).strict(), output: Nothing },
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type RouteInput<N extends RouteName> = z.infer<Routes[N]['input']>;
export type RouteOutput<N extends RouteName> = z.infer<Routes[N]['output']>;
