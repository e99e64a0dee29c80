import { z } from 'zod';

/** One server as it was when the person said yes. No secret: values are hashes, the command line is masked. */
const TrustedServer = z
  .object({
    name: z.string(),
    /** Absolute path of the file it came from. */
    file: z.string(),
    /** Files whose entries of the same name were hidden then: they were never agreed to. */
    hid: z.array(z.string()),
    whole: z.string(),
    parts: z.record(z.string(), z.string()),
    /** Masked: shown as what it was when a definition has changed. */
    command: z.string(),
  })
  .strict();
export type TrustedServer = z.infer<typeof TrustedServer>;

/** One trusted folder, by its real path. */
const TrustedFolder = z.object({ path: z.string(), trustedAt: z.number(), servers: z.array(TrustedServer) }).strict();
export type TrustedFolder = z.infer<typeof TrustedFolder>;

/**
 * The whole of `trust.json`. Lists instead of objects keyed by name, since a folder or server may be called
 * `__proto__`; strict, since anything merely truthy is not trust (PITFALLS P40).
 */
export const TrustFile = z.object({ version: z.literal(1), folders: z.array(TrustedFolder) }).strict();
export type TrustFile = z.infer<typeof TrustFile>;
