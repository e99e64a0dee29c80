import { hiddenCharacters } from '../config/hidden-characters.js';

/** Tags of our own prompt blocks: a stranger's text must be able neither to close one nor to open another. */
const ownTag = /<(?=\s*\/?\s*(?:available-deferred-tools|available-servers|deferred-tools|system|tool))/gi;

/**
 * A stranger's name or description as one safe line: line breaks and odd spaces become a plain space, control,
 * bidirectional and invisible characters go, the opening bracket of one of our own tags is replaced. Nothing is cut.
 */
export function neutralise(text: string): string {
  return text
    .replace(hiddenCharacters, (character) => (/[\t-\r\u0085\p{Zs}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : ''))
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(ownTag, '‹');
}
