import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { limits } from '../limits.js';

/** A value in a JSON text, with its place. */
export type JsonNode = Node;

/** Something in a JSON text that is no JSON. */
export interface JsonFault {
  readonly message: string;
  /** Characters from the start of the text. */
  readonly offset: number;
}

/** A JSON text as far as it can be read: comments and trailing commas are allowed, faults are told and stepped over. */
export interface JsonText {
  /** Without a byte order mark; all offsets and columns count from here. */
  readonly text: string;
  readonly byteOrderMark: boolean;
  /** Absent when the text holds no value at all. */
  readonly root: JsonNode | undefined;
  readonly faults: readonly JsonFault[];
}

/** One `"name": value` of an object. The value is absent where the text has none. */
export interface JsonMember {
  readonly name: string;
  readonly nameNode: JsonNode;
  readonly value: JsonNode | undefined;
}

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value. Texts and names stand in double quotes; other values are numbers, true, false and null.',
  InvalidNumberFormat: 'This number cannot be read. Write it as digits, or put it in double quotes if it is a text.',
  PropertyNameExpected: 'A name in double quotes is expected here. Add it, or remove what stands here.',
  ValueExpected: 'A value is expected here. Add it, or remove the name or comma before it.',
  ColonExpected: 'A colon is missing before this. Write "name": value.',
  CommaExpected: 'A comma is missing before this. Add one after the value that comes before.',
  CloseBraceExpected: 'A closing } is missing. Add it where the object ends.',
  CloseBracketExpected: 'A closing ] is missing. Add it where the list ends.',
  EndOfFileExpected: 'The file should end here. Remove what follows, or a closing } that comes too early.',
  InvalidCommentToken: 'This comment cannot be read. Comments are // to the end of the line or /* … */.',
  UnexpectedEndOfComment: 'This comment is never closed. Add */ where it ends.',
  UnexpectedEndOfString: 'This text is never closed. Add a double quote where it ends.',
  UnexpectedEndOfNumber: 'This number breaks off. Complete it.',
  InvalidUnicode: 'A \\u in this text needs four hexadecimal digits after it.',
  InvalidEscapeCharacter: 'A backslash in this text is followed by a wrong character. Write \\\\ for one backslash, as in Windows paths.',
  InvalidCharacter: 'This text holds a control character. Write \\t for a tab and \\n for a line break.',
};

function fault({ error, offset }: ParseError): JsonFault {
  return { message: words[printParseErrorCode(error)] ?? 'This cannot be read as JSON.', offset };
}

/** Where the text nests deeper than the reader goes: it recurses, and a stranger's file must not exhaust the stack. */
function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    if (depth > limits.configDepth) return scanner.getTokenOffset();
  }
  return undefined;
}

/** Reads a JSON text. Never throws: what cannot be read is a fault with its place. */
export function readJson(source: string): JsonText {
  const byteOrderMark = source.startsWith('\uFEFF');
  const text = byteOrderMark ? source.slice(1) : source;
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    const message = `Objects and lists stand more than ${String(limits.configDepth)} levels deep here. Remove some of them.`;
    return { text, byteOrderMark, root: undefined, faults: [{ message, offset: deep }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return { text, byteOrderMark, root, faults: errors.map(fault) };
}

/** The first fault inside one value of a text that has faults; a value without one is as its author wrote it. */
export function faultWithin(text: string, node: JsonNode): JsonFault | undefined {
  const [first] = readJson(text.slice(node.offset, node.offset + node.length)).faults;
  return first && { message: first.message, offset: node.offset + first.offset };
}

/** A place in a text, both from 1; columns count UTF-16 units as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns of offsets in one text. Lines are counted once, so that many problems in a large file stay cheap. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (match) => match.index + match[0].length)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Members of an object in the order of the text, repeated names included; none for any other value. */
export function membersOf(node: JsonNode | undefined): JsonMember[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [nameNode, value] = property.children ?? [];
    const name: unknown = nameNode?.value;
    return nameNode && typeof name === 'string' ? [{ name, nameNode, value }] : [];
  });
}

/** Members by name. Of a repeated name the last one counts, as with `JSON.parse`; the earlier ones come as `repeated`. */
export function lastMembers(node: JsonNode | undefined): {
  readonly members: ReadonlyMap<string, JsonMember>;
  readonly repeated: readonly { readonly earlier: JsonMember; readonly used: JsonMember }[];
} {
  const all = membersOf(node);
  const last = new Map(all.map((member) => [member.name, member]));
  // a Map keeps the place of the first one; the order shall be that of the members used
  const members = new Map(all.filter((member) => last.get(member.name) === member).map((member) => [member.name, member]));
  const repeated = all.flatMap((earlier) => {
    const used = last.get(earlier.name);
    return used && used !== earlier ? [{ earlier, used }] : [];
  });
  return { members, repeated };
}

/** Repeated names in a value and everything inside it. */
export function repeatedWithin(node: JsonNode | undefined): { readonly earlier: JsonMember; readonly used: JsonMember }[] {
  const inner = node?.type === 'array' ? (node.children ?? []) : membersOf(node).map((member) => member.value);
  return [...lastMembers(node).repeated, ...inner.flatMap(repeatedWithin)];
}

/** The plain value of a node. Names such as `__proto__` become ordinary own properties. */
export function plainValue(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(membersOf(node).flatMap(({ name, value }) => (value ? [[name, plainValue(value)]] : [])));
}

/** What a value is, in words. */
export function kindInWords(node: JsonNode): string {
  if (node.type === 'object') return 'an object { … }';
  if (node.type === 'array') return 'a list [ … ]';
  if (node.type === 'string') return 'a text';
  if (node.type === 'null') return 'null';
  return node.type === 'number' ? 'a number' : 'true or false';
}
