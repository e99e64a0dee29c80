import { z } from 'zod';

/**
 * A server entry as a person types it. The same shape goes to check, test and add.
 * `name` is the key in `mcpServers`; `json` is the advanced form: the entry's object as text.
 */
export const EntryDraft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('local'),
    name: z.string().max(200),
    command: z.string().max(4_000),
    args: z.array(z.string().max(100_000)).max(1_000),
    env: z.record(z.string(), z.string().max(100_000)),
    cwd: z.string().max(4_000).optional(),
  }),
  z.object({
    kind: z.literal('remote'),
    name: z.string().max(200),
    url: z.string().max(8_000),
    headers: z.record(z.string(), z.string().max(100_000)),
  }),
  z.object({ kind: z.literal('json'), name: z.string().max(200), text: z.string().max(1_000_000) }),
]);
export type EntryDraft = z.infer<typeof EntryDraft>;
