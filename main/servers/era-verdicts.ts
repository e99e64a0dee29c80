import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ServerDefinition } from '../config/definition.js';
import { limits } from '../limits.js';

/** Which protocol a server speaks: 2026-07-28 and later, or the `initialize` handshake of the revisions before. */
export type Era = 'modern' | 'legacy';

const Verdict = z.object({ era: z.enum(['modern', 'legacy']), at: z.number() });
const VerdictFile = z.object({ version: z.literal(1), verdicts: z.record(z.string(), Verdict) });
type Verdicts = Record<string, z.infer<typeof Verdict>>;

/**
 * Remembers the era of each server, so that one which exits on the probe is launched once and not twice from then on.
 * A file that cannot be read or written costs a probe, never a start.
 */
export class EraVerdicts {
  private loaded: Promise<Verdicts> | undefined;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** The remembered era; undefined when there is none, or when it is too old to be trusted. */
  async recall(definition: ServerDefinition): Promise<Era | undefined> {
    const verdict = (await this.load())[serverIdentity(definition)];
    if (verdict === undefined || this.now() - verdict.at > limits.eraVerdictMs) return undefined;
    return verdict.era;
  }

  async remember(definition: ServerDefinition, era: Era): Promise<void> {
    const verdicts = await this.load();
    const id = serverIdentity(definition);
    // Asking again for what is known would keep a legacy verdict alive for ever.
    if (verdicts[id]?.era === era && this.now() - verdicts[id].at <= limits.eraVerdictMs) return;
    verdicts[id] = { era, at: this.now() };
    const byAge = Object.entries(verdicts).sort(([, a], [, b]) => a.at - b.at);
    for (const [old] of byAge.slice(0, Math.max(0, byAge.length - limits.eraVerdicts))) delete verdicts[old];
    await this.save(verdicts);
  }

  async forget(definition: ServerDefinition): Promise<void> {
    const verdicts = await this.load();
    const id = serverIdentity(definition);
    if (verdicts[id] === undefined) return;
    delete verdicts[id];
    await this.save(verdicts);
  }

  private load(): Promise<Verdicts> {
    this.loaded ??= readVerdicts(this.file);
    return this.loaded;
  }

  private save(verdicts: Verdicts): Promise<void> {
    const text = JSON.stringify({ version: 1, verdicts });
    this.lastWrite = this.lastWrite.then(() => writeAtomically(this.file, text));
    return this.lastWrite;
  }
}

/** What a server is, apart from its environment: the key of its verdict. Hashed, since arguments may hold secrets. */
export function serverIdentity(definition: ServerDefinition): string {
  const parts =
    definition.transport === 'stdio'
      ? ['stdio', definition.command, definition.args, definition.cwd ?? '']
      : [definition.transport, definition.url];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function readVerdicts(file: string): Promise<Verdicts> {
  try {
    const parsed = VerdictFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data.verdicts : {};
  } catch {
    // Missing, unreadable or no JSON: the servers are probed again, which is what a first start does as well.
    return {};
  }
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } catch {
    // A verdict only saves a probe; a full or read-only disk must not fail the start of a server.
    await rm(temporary, { force: true });
  }
}
