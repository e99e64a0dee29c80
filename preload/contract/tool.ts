import { z } from 'zod';

/** A JSON value as it came from a server or the person; schemas and arguments are this. */
export const Json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(Json), z.record(z.string(), Json)]),
);
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An object of JSON values: a schema or a call's arguments. */
export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;

/** A tool of a ready server, as the catalog holds it. Names and descriptions have been neutralised for display. */
export const ToolSummary = z.object({
  server: z.string(),
  name: z.string(),
  /** `mcp__<server>__<tool>`, at most 64 characters, unique over all servers. */
  wireName: z.string(),
  title: z.string().optional(),
  description: z.string(),
  /** Tokens (o200k) as one line, and of the whole definition. */
  tokens: z.object({ line: z.number().int(), full: z.number().int() }),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

/** Everything about one tool. Schemas are the server's own, unchanged. */
export const ToolDetail = ToolSummary.extend({
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
});
export type ToolDetail = z.infer<typeof ToolDetail>;

export const SearchHit = z.object({
  server: z.string(),
  name: z.string(),
  wireName: z.string(),
  description: z.string(),
  score: z.number(),
  /** The query's words that matched, with the field in which each was found. */
  matched: z.array(z.object({ word: z.string(), field: z.enum(['name', 'server', 'description', 'parameter']) })),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchAnswer = z.object({
  results: z.array(SearchHit),
  /** How many tools matched at all, of which `results` holds the best. */
  total: z.number().int(),
  /** Words of the query that matched nothing. */
  unmatched: z.array(z.string()),
  /** With no match: the nearest names. */
  nearest: z.array(z.string()),
  /** How the query was read, where that is not plain: a pattern that is none, or that ran too long. */
  note: z.string().optional(),
  ms: z.number(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
