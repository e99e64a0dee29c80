import type { CommandPart, Risk } from '../../preload/contract/trust.js';
import { hiddenCharacters } from '../config/hidden-characters.js';
import { limits } from '../limits.js';
import { codePointLabel, revealHidden } from './hidden-characters.js';
import { riskPatterns } from './risk-patterns.js';

/** A text cut into parts as the trust dialog shows them, and why some are risky. Nothing of the text is left out. */
export interface MarkedText {
  readonly parts: CommandPart[];
  readonly risks: Risk[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Overlapping and touching ranges become one. */
function merged(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  const done: Range[] = [];
  for (const range of sorted) {
    const last = done.at(-1);
    if (last === undefined || range.from > last.to) done.push(range);
    else done[done.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return done;
}

function cut(text: string, ranges: readonly Range[]): CommandPart[] {
  let from = 0;
  const parts: CommandPart[] = [];
  for (const range of ranges) {
    parts.push(...revealHidden(text.slice(from, range.from)), ...revealHidden(text.slice(range.from, range.to), 'risky'));
    from = range.to;
  }
  return [...parts, ...revealHidden(text.slice(from))];
}

/** What to say of the hidden characters of a text, if it has any. `where` completes "Hidden character in …". */
export function hiddenRisk(text: string, where: string): Risk | undefined {
  const labels = [...new Set([...text.matchAll(hiddenCharacters)].map(([character]) => codePointLabel(character)))];
  if (labels.length === 0) return undefined;
  const shown = labels.slice(0, 5).join(', ') + (labels.length > 5 ? ' and others' : '');
  return {
    code: 'hidden-character',
    title: `Hidden character in ${where}: ${shown}.`,
    detail: 'It can make a text look like another one. What you see without it is not what runs.',
  };
}

const tooLong: Risk = {
  code: 'pipe-to-shell',
  title: 'Is longer than any ordinary command.',
  detail: 'It was not searched for risky parts. Read all of it before you agree.',
};

function findRisks(text: string, ranges: Range[], risks: Map<string, Risk>): void {
  for (const { pattern, risk } of riskPatterns) {
    for (const match of text.matchAll(pattern)) {
      ranges.push({ from: match.index, to: match.index + match[0].length });
      risks.set(risk.title, risk);
    }
  }
}

/**
 * Marks the risky parts of a command line and shows its hidden characters. A hint for the reader, no filter:
 * a command without a mark can still do harm. Read twice, the second time with line breaks as spaces, so that a
 * script over many lines is seen as well.
 */
export function markRisks(text: string, where = 'the command'): MarkedText {
  const ranges: Range[] = [];
  const risks = new Map<string, Risk>();
  if (text.length > limits.riskTextChars) {
    ranges.push({ from: 0, to: text.length });
    risks.set(tooLong.title, tooLong);
  } else {
    for (const reading of [text, text.replace(/[\r\n\t]/g, ' ')]) findRisks(reading, ranges, risks);
  }
  const hidden = hiddenRisk(text, where);
  if (hidden !== undefined) risks.set(hidden.title, hidden);
  return { parts: cut(text, merged(ranges)), risks: [...risks.values()] };
}
