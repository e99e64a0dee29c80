import { z } from 'zod';
import { Approval, CallView, Mode } from './call.js';
import { Problem } from './problem.js';
import { ServerCard } from './server.js';

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** The open folder. `path` is the real path; `display` shortens home to `~`. */
export const Workspace = z.object({
  path: z.string(),
  display: z.string(),
  trusted: z.boolean(),
  /** Servers that wait for a yes: new, changed or uncovered since trust was given. */
  consentNeeded: z.number().int(),
});
export type Workspace = z.infer<typeof Workspace>;

/** Facts that never change while the app runs. */
export const Runtime = z.object({
  version: z.string(),
  electron: z.string(),
  platform: z.string(),
  /** The borrowed development runtime: the window says so. */
  outOfSupport: z.boolean(),
  npxFound: z.boolean(),
});
export type Runtime = z.infer<typeof Runtime>;

/** Everything the window needs to draw itself anew; events carry the same parts. */
export const Snapshot = z.object({
  runtime: Runtime,
  workspace: Workspace.nullable(),
  recentFolders: z.array(z.object({ path: z.string(), display: z.string() })),
  servers: z.array(ServerCard),
  /** Faults of whole files, not of one entry. */
  problems: z.array(Problem),
  summary: z.object({ ready: z.number().int(), enabled: z.number().int(), tools: z.number().int() }),
  mode: Mode,
  theme: Theme,
  /** The room that the window showed last. */
  room: z.string(),
  approvals: z.array(Approval),
  calls: z.array(CallView),
  /** Grows with each change of the catalog; a view that shows tools asks again when it changed. */
  catalogVersion: z.number().int(),
});
export type Snapshot = z.infer<typeof Snapshot>;
