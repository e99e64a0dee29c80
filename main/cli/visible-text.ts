/**
 * Makes the characters visible with which a server's text could steer a terminal or reverse what a person reads; line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** The same for a text that must stay on its line: a name with a line break in it could write a line of its own, such as a false “Ready”. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\r?\n|\t/g, (found) => (found === '\t' ? ' ' : '⟨U+000A⟩')));
}
