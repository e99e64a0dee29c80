import { describe, expect, it } from 'vitest';
import { visibleText } from '../../main/cli/visible-text.js';

describe('text of a server on a terminal', () => {
  it('shows escape sequences, carriage returns and reversed writing instead of obeying them', () => {
    expect(visibleText('\u001b[2Jgone\rover\u202Etxt.exe\u009b31m')).toBe('⟨U+001B⟩[2Jgone⟨U+000D⟩over⟨U+202E⟩txt.exe⟨U+009B⟩31m');
  });

  it('keeps line breaks, tabs and every writing system', () => {
    expect(visibleText('a\n\tb 漢字 é 👋')).toBe('a\n\tb 漢字 é 👋');
  });
});
