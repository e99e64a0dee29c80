import { describe, expect, it } from 'vitest';
import type { Json } from '../../preload/contract/tool.js';
import { fieldProblem, isBlocked, jsonProblem } from '../../renderer/tools/form-check.js';
import { initialValue, sentArguments, valueFrom, type FormValue } from '../../renderer/tools/form-value.js';
import { readSchema } from '../../renderer/tools/schema-reader.js';
import { fitsPattern } from '../../renderer/tools/safe-pattern.js';
import { visible } from '../../renderer/ui/visible-text.js';

const object = (properties: Record<string, Json>, required: string[] = []): Json => ({ type: 'object', properties, required });
const typed = (text: string): FormValue => ({ as: 'typed', kind: 'text', text });
/** A form of one field named x, filled in with a value. */
function sentOf(schema: Json, value: FormValue, required = false): Json {
  const root = readSchema(object({ x: schema }, required ? ['x'] : []));
  return sentArguments(root, { as: 'typed', kind: 'fields', fields: [value] });
}

describe('what a form sends', () => {
  it('defaults stand filled in and are sent', () => {
    const schema = {
      a: { type: 'string', default: 'x' },
      b: { type: 'integer', default: 3 },
      c: { type: 'boolean', default: false },
      d: { enum: ['p', 'q'], default: 'q' },
      e: { type: 'array', items: { type: 'string' }, default: ['1'] },
      f: { type: 'string' },
    };
    const node = readSchema(object(schema));
    expect(sentArguments(node, initialValue(node))).toEqual({ a: 'x', b: 3, c: false, d: 'q', e: ['1'] });
  });
  it('defaults inside an optional object do not bring it into being; inside a required one they are sent', () => {
    const inner = object({ a: { type: 'string', default: 'x' } });
    const optional = readSchema(object({ o: inner }));
    expect(sentArguments(optional, initialValue(optional))).toEqual({});
    const required = readSchema(object({ o: inner }, ['o']));
    expect(sentArguments(required, initialValue(required))).toEqual({ o: { a: 'x' } });
  });
  it('a default of the wrong type is left alone', () => {
    const node = readSchema(object({ a: { type: 'integer', default: 'many' } }));
    expect(sentArguments(node, initialValue(node))).toEqual({});
  });
  const cases: readonly (readonly [string, Json, FormValue, boolean, Json])[] = [
    ['an empty optional text is left out', { type: 'string' }, typed(''), false, {}],
    ['an empty required text is left out as well', { type: 'string' }, typed(''), true, {}],
    ['an empty text can be sent on purpose', { type: 'string' }, { as: 'empty', kind: 'text', text: '' }, false, { x: '' }],
    ['null can be sent on purpose', { type: ['string', 'null'] }, { as: 'null', kind: 'text', text: '' }, false, { x: null }],
    ['spaces are a text', { type: 'string' }, typed(' '), false, { x: ' ' }],
    ['numbers are parsed', { type: 'number' }, typed(' -1.5e3 '), false, { x: -1500 }],
    ['hexadecimal is no number and goes as text', { type: 'number' }, typed('0x10'), false, { x: '0x10' }],
    ['Infinity is no number', { type: 'number' }, typed('1e999'), false, { x: '1e999' }],
    ['JSON is parsed', {}, typed('{"a":[1]}'), false, { x: { a: [1] } }],
    ['JSON null is a value', {}, typed('null'), false, { x: null }],
    ['JSON that cannot be parsed is left out', {}, typed('{'), false, {}],
    ['a boolean that is not set is left out', { type: 'boolean' }, { as: 'typed', kind: 'choice', index: -1 }, false, {}],
    ['false is sent', { type: 'boolean' }, { as: 'typed', kind: 'choice', index: 1 }, false, { x: false }],
    ['an optional empty list is left out', { type: 'array' }, { as: 'typed', kind: 'list', items: [] }, false, {}],
    ['a required empty list is sent', { type: 'array' }, { as: 'typed', kind: 'list', items: [] }, true, { x: [] }],
    ['an empty list can be sent on purpose', { type: 'array' }, { as: 'empty', kind: 'list', items: [] }, false, { x: [] }],
    ['a required empty object is sent', object({ a: {} }), { as: 'typed', kind: 'fields', fields: [typed('')] }, true, { x: {} }],
  ];
  it.each(cases)('%s', (_name, schema, value, required, sent) => {
    expect(sentOf(schema, value, required)).toEqual(sent);
  });
  it('a field called __proto__ is sent as a field', () => {
    const node = readSchema({ type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') as Json });
    const sent = sentArguments(node, { as: 'typed', kind: 'fields', fields: [typed('x')] });
    expect(JSON.stringify(sent)).toBe('{"__proto__":"x"}');
  });
});

describe('a value brought into the form', () => {
  const node = readSchema(
    object({
      a: { type: 'string' },
      n: { type: ['integer', 'null'] },
      l: { type: 'array', items: { enum: [1, 2] } },
      j: {},
      o: object({ b: { type: 'boolean' } }),
    }),
  );
  it.each<Json>([
    {},
    { a: '' },
    { a: 'x', n: 4 },
    { n: null },
    { l: [1, 2] },
    { l: [] },
    { j: { deep: [null] } },
    { o: { b: false } },
    { o: {} },
  ])('%j comes back as it was', (args) => {
    const value = valueFrom(node, args);
    expect(value && sentArguments(node, value)).toEqual(args);
  });
  it.each<Json>([{ other: 1 }, { a: 1 }, { n: 'x' }, { l: [3] }, { l: 'x' }, { o: { c: 1 } }, []])(
    '%j cannot be shown without losing something',
    (args) => {
      expect(valueFrom(node, args)).toBeUndefined();
    },
  );
});

describe('problems in words', () => {
  const cases: readonly (readonly [string, Json, string, string | undefined])[] = [
    ['too small', { type: 'integer', minimum: 1 }, '0', 'Must be 1 or more.'],
    ['too large', { type: 'number', maximum: 1 }, '2', 'Must be 1 or less.'],
    ['on an exclusive bound', { type: 'number', exclusiveMinimum: 0 }, '0', 'Must be more than 0.'],
    ['between steps', { type: 'number', multipleOf: 0.1 }, '0.25', 'Must go in steps of 0.1.'],
    ['on a step that is not exact in binary', { type: 'number', multipleOf: 0.1 }, '0.3', undefined],
    ['not whole', { type: 'integer' }, '1.5', 'Must be a whole number.'],
    ['no number', { type: 'integer' }, 'many', 'This is no number, and is sent as text.'],
    ['too large to be exact', { type: 'integer' }, '12345678901234567890', 'Too large to be sent exactly.'],
    ['too short', { type: 'string', minLength: 3 }, 'ab', 'Must have 3 or more characters.'],
    ['too long, counted in code points', { type: 'string', maxLength: 2 }, '👍👍', undefined],
    ['not the pattern', { type: 'string', pattern: '^[a-z]+$' }, 'A', 'Must fit the pattern ^[a-z]+$.'],
    ['an invalid pattern', { type: 'string', pattern: '(' }, 'A', undefined],
  ];
  it.each(cases)('%s', (_name, schema, text, words) => {
    const problem = fieldProblem(readSchema(schema), typed(text), false);
    expect(problem?.message).toBe(words === undefined ? undefined : `${words} You can run it anyway.`);
    expect(problem?.blocks ?? false).toBe(false);
  });
  it('required and empty is only a warning', () => {
    expect(fieldProblem(readSchema({ type: 'string' }), typed(''), true)).toMatchObject({ blocks: false, missing: true });
  });
  it.each([
    ['{"a": 1,}', 'Line 1, column 9: a key in "double quotes" is expected.'],
    ['{\n  "a" 1\n}', 'Line 2, column 7: a colon is expected after the key.'],
    ['{"a": tru}', 'Line 1, column 7: this is no JSON value; a text stands in "double quotes".'],
    ['[1, 2', 'Line 1, column 6: a closing ] is missing.'],
    ['{} 1', 'Line 1, column 4: nothing more is expected here.'],
  ])('JSON that cannot be parsed blocks, with line and column: %j', (text, message) => {
    expect(jsonProblem(text)).toBe(message);
    expect(isBlocked(readSchema({}), typed(text))).toBe(true);
  });
  it('JSON of any depth is answered, not thrown', () => {
    expect(jsonProblem('['.repeat(5_000) + ']'.repeat(5_000))).toContain('200 levels');
    expect(jsonProblem('['.repeat(50_000))).toBeTypeOf('string');
  });
});

describe('patterns that could hang are left to the server', () => {
  const long = 'a'.repeat(199) + '!';
  it.each([
    '(a+)+$',
    '(a|a)*$',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?=a)a*',
    '(a*)\\1',
    'a*a*a*a*a*$',
    'a?'.repeat(30) + 'a'.repeat(30),
    '((a{1,99}){1,99}){1,99}',
    'x'.repeat(300),
  ])('%s', (pattern) => {
    expect(fitsPattern(pattern, long)).toBeUndefined();
  });
  it.each([
    ['^[A-Z]{2,4}-\\d+$', 'AB-12', true],
    ['^(bug|task)$', 'bug', true],
    ['^\\(x\\)$', '(x)', true],
    ['^[a-z_]+/[a-z_]+$', 'harbor', false],
  ])('%s is tried', (pattern, text, fits) => {
    expect(fitsPattern(pattern, text)).toBe(fits);
  });
  it('a long text is not tried', () => {
    expect(fitsPattern('^a$', 'a'.repeat(201))).toBeUndefined();
  });
});

describe('hidden characters', () => {
  it.each([
    ['pay\u202Efdp.exe', 'payU+202Efdp.exe'],
    ['a\u200Bb', 'aU+200Bb'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['family 👨‍👩‍👧 and ❤️', 'family 👨‍👩‍👧 and ❤️'],
    ['\u{E0041}\u0000', 'U+E0041U+0000'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
