import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../limits.js';

type Encoder = (text: string) => number;

const remembered = new Map<string, number>();
let loading: Promise<Encoder> | undefined;

/** The table of o200k is some 100 ms and 40 MB: loaded on the first count, not at start. */
async function loadEncoder(): Promise<Encoder> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  // A stranger's text may spell a control token; here it is text like any other.
  return (text) => count(text, { disallowedSpecial: new Set<string>() });
}

/**
 * Cuts a text into pieces that can be counted apart. Between a letter and " letter" the encoding never joins, so
 * that the sum is exact; a text without such a place is cut anyway and may count a token too many per piece.
 */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + limits.tokenSliceChars);
    const isLast = from + piece.length >= text.length;
    const seam = isLast ? -1 : piece.search(/(?<=\p{L}) \p{L}(?!.*\p{L} \p{L})/su);
    const length = seam > 0 ? seam : piece.length;
    found.push(text.slice(from, from + length));
    from += length;
  }
  return found;
}

async function measure(text: string): Promise<number> {
  loading ??= loadEncoder();
  const count = await loading;
  const counted = text.slice(0, limits.tokenCountChars);
  let tokens = 0;
  let turnSince = performance.now();
  for (const piece of pieces(counted)) {
    tokens += count(piece);
    if (performance.now() - turnSince < limits.tokenTurnMs) continue;
    await nextTurn();
    turnSince = performance.now();
  }
  return counted.length === text.length ? tokens : Math.ceil((tokens * text.length) / counted.length);
}

/**
 * Tokens of a text in o200k. Counts in pieces and lets other work go on in between; a text over
 * `limits.tokenCountChars` is estimated in proportion to its first part. Texts seen before are answered from memory.
 */
export async function countTokens(text: string): Promise<number> {
  const key = createHash('sha256').update(text, 'utf16le').digest('base64');
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const tokens = await measure(text);
  if (remembered.size >= limits.tokenCacheEntries) remembered.clear();
  remembered.set(key, tokens);
  return tokens;
}

/** A quick guess for the time before a text has been counted: English and JSON hold about four characters a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
