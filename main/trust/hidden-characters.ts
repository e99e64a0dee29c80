import type { CommandPart } from '../../preload/contract/trust.js';
import { hiddenCharacters } from '../config/hidden-characters.js';

/** A hidden character as it is shown: `U+200B`. */
export function codePointLabel(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Cuts a text into plain parts and hidden characters, the latter as their code points. Nothing is left out. */
export function revealHidden(text: string, kind: 'plain' | 'risky' = 'plain'): CommandPart[] {
  const parts: CommandPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hiddenCharacters)) {
    if (match.index > from) parts.push({ kind, text: text.slice(from, match.index) });
    parts.push({ kind: 'hidden', text: codePointLabel(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind, text: text.slice(from) });
  return parts;
}
