import { createHmac } from 'node:crypto';

/**
 * Keyed HMAC-SHA256 over a list of texts, as hex. Each text goes in with its length, so that moving a
 * character from one field to the next gives another hash; `domain` keeps hashes of different uses apart.
 * Texts are hashed as UTF-16, since UTF-8 maps all lone surrogates to one character.
 */
export function keyedHash(key: Uint8Array, domain: string, fields: readonly string[]): string {
  const hmac = createHmac('sha256', key);
  for (const field of [domain, ...fields]) {
    const bytes = Buffer.from(field, 'utf16le');
    hmac.update(`${bytes.length}:`);
    hmac.update(bytes);
  }
  return hmac.digest('hex');
}
