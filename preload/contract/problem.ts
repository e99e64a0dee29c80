import { z } from 'zod';

/**
 * Something that is wrong in a text or an input, told so that a person can act on it.
 * `line` and `column` count from 1 and stand only where there is a text.
 */
export const Problem = z.object({
  /** Machine-readable, kebab-case, stable: tests and documents name it. */
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  /** What happened, why, and what to do, in one or two sentences. */
  message: z.string(),
  /** Path as shown to the person, for example `~/.greenroom/mcp.json`. */
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
  /** The server entry concerned, where it is one. */
  server: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The answer of a parser: it never throws. */
export type Result<T, E = Problem> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

/** What a route answers when it could not do what was asked. */
export const RouteFailure = z.object({
  /** Machine-readable, kebab-case. */
  code: z.string(),
  message: z.string(),
});
export type RouteFailure = z.infer<typeof RouteFailure>;
