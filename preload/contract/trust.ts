import { z } from 'zod';

/** A piece of a shown command: plain text, a risky part, or a hidden character made visible (`U+200B`). */
export const CommandPart = z.object({
  kind: z.enum(['plain', 'risky', 'hidden']),
  text: z.string(),
});
export type CommandPart = z.infer<typeof CommandPart>;

/** Why a part is risky, in words for the person. */
export const Risk = z.object({
  code: z.enum([
    'sudo',
    'recursive-delete',
    'pipe-to-shell',
    'fetch-and-run',
    'hidden-character',
    'loader-variable',
    'whole-disk',
    'inherited-key',
    'plain-http',
  ]),
  /** Bold lead, for example "Downloads a script and runs it." */
  title: z.string(),
  detail: z.string(),
});
export type Risk = z.infer<typeof Risk>;

/** One environment value or header of an entry. Loader variables show their value; others come masked until revealed. */
export const ReviewValue = z.object({
  name: z.string(),
  /** Shown value, parts marked; absent when masked. */
  value: z.array(CommandPart).optional(),
  loader: z.boolean(),
  /** A provider key that the entry passes on purpose. */
  providerKey: z.boolean(),
});
export type ReviewValue = z.infer<typeof ReviewValue>;

/** One server as the trust dialog shows it, nothing cut. */
export const ReviewItem = z.object({
  name: z.string(),
  status: z.enum(['new', 'changed', 'unchanged']),
  transport: z.enum(['stdio', 'http', 'sse']),
  file: z.string(),
  line: z.number().int().positive(),
  hides: z.array(z.string()),
  disabled: z.boolean(),
  /** Whole command line or URL. */
  command: z.array(CommandPart),
  /** What it was when trust was given, where that is known and differs. */
  before: z.array(CommandPart).optional(),
  cwd: z.string().optional(),
  env: z.array(ReviewValue),
  headers: z.array(ReviewValue),
  /** Names of what changed: "command", "args", "env NODE_OPTIONS", "url" … */
  changes: z.array(z.string()),
  risks: z.array(Risk),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

/**
 * What a person is asked to agree to. `token` binds the answer to exactly these definitions:
 * an answer with an old token is refused, and the new review is shown.
 */
export const TrustReview = z.object({
  token: z.string(),
  folder: z.string(),
  /** Epoch milliseconds of the earlier trust, when there was one. */
  trustedAt: z.number().optional(),
  items: z.array(ReviewItem),
});
export type TrustReview = z.infer<typeof TrustReview>;
