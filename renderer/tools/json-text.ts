import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Problem, Result } from '../../preload/contract/problem.js';
import type { Json } from '../../preload/contract/tool.js';

/** Reads a JSON text that a person typed; a fault comes with its line and column, counted from 1. Never throws. */
export function parseJson(text: string): Result<Json> {
  try {
    // What JSON.parse answers is JSON.
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, problem: faultOf(text, error) };
  }
}

function faultOf(text: string, error: unknown): Problem {
  const first = firstFault(text);
  const offset = first?.offset ?? 0;
  const before = text.slice(0, offset).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const words =
    first === undefined
      ? String(error instanceof Error ? error.message : error)
      : (faultWords[printParseErrorCode(first.error)] ?? 'not valid here');
  return { code: 'json-syntax', severity: 'error', message: `Line ${line}, column ${column}: ${words}.`, line, column };
}

function firstFault(text: string): ParseError | undefined {
  const faults: ParseError[] = [];
  try {
    parse(text, faults, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // Nested deeper than the stack: the message of JSON.parse has to do.
    return undefined;
  }
  return faults[0];
}

const faultWords: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value; a text stands in "double quotes"',
  InvalidNumberFormat: 'this number cannot be read',
  PropertyNameExpected: 'a key in "double quotes" is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected after the key',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'nothing more is expected here',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfString: 'the text is not closed with a "',
  InvalidUnicode: 'this \\u sequence cannot be read',
  InvalidEscapeCharacter: 'this \\ sequence cannot be read',
  InvalidCharacter: 'a control character is not allowed here',
};
