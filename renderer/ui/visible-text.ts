/**
 * Characters that a person cannot see or that change how a line reads: controls (line breaks and tabs aside), bidirectional
 * marks, zero-width and other format characters, tags, variation selectors, fillers, private use, lone surrogates and
 * spaces that are not the plain one. The joiner and the selector that emoji are made of stay where they stand in one.
 */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}/gu;
const partOfEmoji = /\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*/gu;

/** A piece of a text: as it is, or a hidden character as its code point (`U+200B`). */
export interface VisiblePart {
  readonly hidden: boolean;
  readonly text: string;
}

/** Cuts a stranger's text into plain parts and hidden characters. Nothing is left out. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  const emoji = emojiRanges(text);
  let from = 0;
  for (const { index, 0: character } of text.matchAll(hidden)) {
    if (emoji.some(([start, end]) => index > start && index < end)) continue;
    if (index > from) parts.push({ hidden: false, text: text.slice(from, index) });
    parts.push({ hidden: true, text: codePoint(character) });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ hidden: false, text: text.slice(from) });
  return parts;
}

/** The same as one text, for places that take no markup: labels, names for a screen reader. */
export function visible(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function emojiRanges(text: string): readonly (readonly [number, number])[] {
  return text.includes('\u200D') || text.includes('\uFE0F')
    ? [...text.matchAll(partOfEmoji)].map(({ index, 0: found }) => [index, index + found.length] as const)
    : [];
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
