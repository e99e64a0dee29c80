import { createScanner } from 'jsonc-parser';
import { lastMembers, membersOf, type JsonMember, type JsonNode, type JsonText } from './json-text.js';

/** Replaces `length` characters at `offset` by `content`. */
interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** How a text is laid out, so that what is added looks like the rest. */
interface Layout {
  readonly eol: string;
  readonly indent: string;
}

/** A comma or comment between two values. */
interface Token {
  readonly kind: 'comma' | 'line-comment' | 'block-comment';
  readonly start: number;
  readonly end: number;
}

function layoutOf({ text, root }: JsonText): Layout {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const [first] = membersOf(root);
  const before = first && text.slice(0, first.nameNode.offset);
  return { eol, indent: before === undefined ? '  ' : (/[\r\n]([ \t]+)$/.exec(before)?.[1] ?? '  ') };
}

/** White space at the begin of the line on which `offset` lies. */
function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** Commas and comments in a stretch that holds no values. */
function tokensIn(text: string, start: number, end: number): Token[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  const tokens: Token[] = [];
  while (scanner.getPosition() < end) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const kind =
      text[at] === ',' ? 'comma' : text.startsWith('//', at) ? 'line-comment' : text.startsWith('/*', at) ? 'block-comment' : null;
    if (kind) tokens.push({ kind, start: at, end: at + scanner.getTokenLength() });
  }
  return tokens;
}

const endOf = (node: JsonNode): number => node.offset + node.length;
const memberEnd = ({ nameNode, value }: JsonMember): number => endOf(value ?? nameNode);

function apply({ text, byteOrderMark }: JsonText, edits: readonly TextEdit[]): string {
  const backwards = [...edits].sort((a, b) => b.offset - a.offset);
  const edited = backwards.reduce(
    (rest, { offset, length, content }) => rest.slice(0, offset) + content + rest.slice(offset + length),
    text,
  );
  return (byteOrderMark ? '\uFEFF' : '') + edited;
}

/** A value as text: on several lines under `indent`, or on one line. */
function written(value: unknown, layout: Layout, indent: string, oneLine: boolean): string {
  if (oneLine) return JSON.stringify(value);
  return JSON.stringify(value, null, layout.indent).replaceAll('\n', layout.eol + indent);
}

/**
 * Adds a member at the end of an object, after every comment in it, in the layout of the rest. An object on one line
 * stays on one line. Every other character of the text stays.
 */
export function withMember(json: JsonText, object: JsonNode, name: string, value: unknown): string {
  const { text } = json;
  const layout = layoutOf(json);
  const close = endOf(object) - 1;
  const last = membersOf(object).at(-1);
  const tokens = tokensIn(text, last ? memberEnd(last) : object.offset + 1, close);
  const trailingComma = tokens.some(({ kind }) => kind === 'comma');
  const insertAt = tokens.at(-1)?.end ?? (last ? memberEnd(last) : object.offset + 1);
  const hasLines = /[\r\n]/.test(text.slice(last ? insertAt : object.offset, close));
  const oneLine = last !== undefined && !hasLines;
  const outer = indentAt(text, hasLines ? close : object.offset);
  const indent = last && hasLines ? indentAt(text, last.nameNode.offset) : outer + layout.indent;
  const member = `${JSON.stringify(name)}: ${written(value, layout, indent, oneLine)}${trailingComma ? ',' : ''}`;
  const comma: TextEdit[] = last && !trailingComma ? [{ offset: memberEnd(last), length: 0, content: ',' }] : [];
  const before = oneLine ? ' ' : layout.eol + indent;
  const after = last || hasLines ? '' : layout.eol + outer;
  return apply(json, [{ offset: insertAt, length: 0, content: before + member + after }, ...comma]);
}

/** Replaces a value by a plain one. */
export function withValue(json: JsonText, node: JsonNode, value: boolean): string {
  return apply(json, [{ offset: node.offset, length: node.length, content: String(value) }]);
}

/** Takes a member out of an object with the comma that belongs to it. Comments around it stay; a line left empty goes. */
export function withoutMember(json: JsonText, object: JsonNode, member: JsonMember): string {
  const { text } = json;
  const all = membersOf(object);
  const index = all.findIndex(({ nameNode }) => nameNode === member.nameNode);
  const next = all[index + 1];
  const previous = all[index - 1];
  const start = member.nameNode.offset;
  const end = memberEnd(member);
  const commaIn = (from: number, to: number): Token | undefined => tokensIn(text, from, to).find(({ kind }) => kind === 'comma');
  const following = commaIn(end, next?.nameNode.offset ?? endOf(object) - 1);
  const comma = following ?? (previous && !next ? commaIn(memberEnd(previous), start) : undefined);
  const own = following && text.slice(end, following.start).trim() === '' ? following.end : end;
  const cut = widened(text, start, own);
  const separate = comma && (comma.start < start || comma.start >= own) ? [{ offset: comma.start, length: 1, content: '' }] : [];
  return apply(json, [{ offset: cut.start, length: cut.end - cut.start, content: '' }, ...separate]);
}

/** Widens a cut to whole lines where nothing else stands on them, else to the space before or after it. */
function widened(text: string, start: number, end: number): { start: number; end: number } {
  const blankBefore = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, start))?.[1]?.length;
  const lineEnd = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end))?.[0].length;
  if (blankBefore !== undefined && lineEnd !== undefined) return { start: start - blankBefore, end: end + lineEnd };
  if (blankBefore !== undefined) return { start, end: end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) };
  return { start: start - (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0), end };
}

/** Whether a member's name stands more than once in its object: an edit could not tell which one is meant. */
export function isRepeated(object: JsonNode, name: string): boolean {
  return lastMembers(object).repeated.some(({ used }) => used.name === name);
}
