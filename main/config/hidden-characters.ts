/**
 * Characters that a person cannot see or that change how a line reads: controls and line breaks, bidirectional
 * marks, zero-width and other format characters, tags, variation selectors, soft hyphen, fillers, private use and
 * lone surrogates, blank Braille, and every space that is not the plain one.
 */
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Noncharacter_Code_Point}\u2800]|(?! )\p{Zs}`;

/** Finds one hidden character at a time. Has state (`g`): use it with `matchAll`, `replace` or `split` only. */
export const hiddenCharacters = new RegExp(hidden, 'gu');

const anyHidden = new RegExp(hidden, 'u');

/** True when a text holds a character that a person would not see. */
export function hasHiddenCharacter(text: string): boolean {
  return anyHidden.test(text);
}
