import { describe, expect, it } from 'vitest';
import type { Json } from '../../preload/contract/tool.js';
import type { SchemaNode } from '../../renderer/tools/schema-node.js';
import { readSchema } from '../../renderer/tools/schema-reader.js';
import { limitWords, typeWord } from '../../renderer/tools/schema-words.js';

/** The node of one field of an object schema. */
function field(schema: Json, rest: Record<string, Json> = {}): SchemaNode {
  const root = readSchema({ type: 'object', properties: { x: schema }, ...rest });
  if (root.kind !== 'object') throw new Error('not an object');
  const [first] = root.fields;
  if (first === undefined) throw new Error('no field');
  return first.node;
}

describe('a schema becomes nodes to draw', () => {
  const cases: readonly (readonly [string, Json, string, string])[] = [
    ['a text with limits', { type: 'string', minLength: 1, maxLength: 256 }, 'string', '1–256 characters'],
    ['a text with a format', { type: 'string', format: 'date-time' }, 'string', 'date-time'],
    ['a text with a pattern', { type: 'string', pattern: '^a+$' }, 'string', '^a+$'],
    ['a whole number', { type: 'integer', minimum: 1 }, 'integer', '≥ 1'],
    ['a number in bounds', { type: 'number', minimum: 1, maximum: 10 }, 'number', '1–10'],
    ['exclusive bounds of today', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'number', '> 0 · < 1'],
    ['exclusive bounds of draft 4', { type: 'number', minimum: 0, exclusiveMinimum: true }, 'number', '> 0'],
    ['a boolean', { type: 'boolean' }, 'boolean', ''],
    ['an enum', { type: 'string', enum: ['bug', 'feature', 'task'] }, 'enum', 'bug · feature · task'],
    ['an enum of mixed values', { enum: [1, 'one', true] }, 'enum', '1 · one · true'],
    ['an enum with null', { enum: ['a', null] }, 'enum or null', 'a'],
    ['a const', { const: 'fixed' }, 'enum', 'fixed'],
    ['an enum written as oneOf', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'enum', 'One · 2'],
    ['a list', { type: 'array', items: { type: 'string' }, maxItems: 20 }, 'array of string', 'up to 20'],
    ['a list of anything', { type: 'array' }, 'array of JSON', ''],
    ['a nullable type', { type: ['string', 'null'] }, 'string or null', ''],
    ['a nullable anyOf', { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }, 'integer or null', '≥ 0'],
    ['an allOf of one', { allOf: [{ type: 'string', maxLength: 3 }], description: 'x' }, 'string', 'up to 3 characters'],
    ['a type guessed from its keywords', { minLength: 2 }, 'string', 'at least 2 characters'],
    ['several types', { type: ['string', 'number'] }, 'JSON', 'string or number'],
    ['several shapes', { anyOf: [{ type: 'string' }, { type: 'object', properties: {} }] }, 'JSON', 'one of: string, object'],
    ['all of several shapes', { allOf: [{ type: 'object', properties: {} }, { $ref: '#/x' }] }, 'JSON', 'all of: object, a named shape'],
    ['a list with fixed places', { type: 'array', prefixItems: [{ type: 'string' }] }, 'JSON', 'a list with fixed places'],
    ['an object with any keys', { type: 'object', additionalProperties: true }, 'JSON', 'an object with any keys'],
    ['no schema at all', {}, 'JSON', 'anything'],
    ['true', true, 'JSON', 'anything'],
    ['false', false, 'JSON', 'nothing is valid here'],
    ['a number instead of a schema', 7, 'JSON', 'its schema cannot be read'],
    ['a type of the wrong type', { type: 7 }, 'JSON', 'anything'],
    ['an unknown type', { type: 'blob' }, 'JSON', 'blob'],
    ['limits of the wrong type', { type: 'string', maxLength: 'long', pattern: 4 }, 'string', ''],
    ['an empty anyOf', { anyOf: [], type: 'string' }, 'string', ''],
    ['a reference of the wrong type', { $ref: 4 }, 'JSON', 'its reference cannot be read'],
  ];
  it.each(cases)('%s', (_name, schema, type, limits) => {
    const node = field(schema);
    expect([typeWord(node), limitWords(node)]).toEqual([type, limits]);
  });

  it('keeps what the schema says about required, defaults and descriptions', () => {
    const root = readSchema({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', default: 'x', description: 'why' }, b: {} },
    });
    expect(root).toMatchObject({
      kind: 'object',
      fields: [
        { name: 'a', required: true, node: { default: 'x', description: 'why' } },
        { name: 'b', required: false },
      ],
    });
  });

  it('keeps the form where a combination only adds rules', () => {
    const rules = readSchema({ type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] });
    expect(rules).toMatchObject({ kind: 'object', moreRules: true, fields: [{ name: 'a' }] });
  });

  it('P27: a choice of two objects at the top is typed as JSON', () => {
    const object = { type: 'object', properties: { a: { type: 'string' } } };
    expect(readSchema({ anyOf: [object, object] })).toMatchObject({ kind: 'json', shape: 'one of: 2 × object' });
  });

  it('a tool without arguments is an object without fields', () => {
    expect(readSchema({ type: 'object' })).toMatchObject({ kind: 'object', fields: [] });
    expect(readSchema({})).toMatchObject({ kind: 'json', shape: 'anything' });
  });
});

describe('P28: references are followed, cycles cut, depth bounded', () => {
  const tree = { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } } };

  it('inlines a definition and lets what stands beside the reference win', () => {
    const node = field(
      { $ref: '#/$defs/n', description: 'mine' },
      { $defs: { n: { type: 'integer', description: 'theirs', maximum: 9 } } },
    );
    expect(node).toMatchObject({ kind: 'number', integer: true, maximum: 9, description: 'mine' });
  });
  it('cuts a tree that refers to itself', () => {
    const node = field({ $ref: '#/$defs/node' }, { $defs: { node: tree } });
    expect(node).toMatchObject({ kind: 'object', fields: [{ name: 'name' }, { name: 'children' }] });
    const children = node.kind === 'object' ? node.fields[1]?.node : undefined;
    expect(children).toMatchObject({ kind: 'array', items: { kind: 'json', shape: 'the same again, inside itself' } });
  });
  it('cuts a reference to the whole', () => {
    expect(field({ $ref: '#' })).toMatchObject({ kind: 'json', shape: 'the same again, inside itself' });
  });
  it('cuts two that refer to each other', () => {
    const defs = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    expect(field({ $ref: '#/$defs/a' }, { $defs: defs })).toMatchObject({ kind: 'json' });
  });
  it('follows a pointer to a property', () => {
    const root = readSchema({ type: 'object', properties: { 'a/b': { type: 'boolean' }, x: { $ref: '#/properties/a~1b' } } });
    expect(root).toMatchObject({ fields: [{ node: { kind: 'boolean' } }, { node: { kind: 'boolean' } }] });
  });
  it.each(['#/$defs/none', 'https://example.com/schema.json', '#anchor', '#/%E0%A4%A', '#/$defs/toString', '#/__proto__'])(
    'says that %s leads nowhere',
    (pointer) => {
      expect(field({ $ref: pointer }, { $defs: {} })).toMatchObject({ kind: 'json', shape: 'its reference leads nowhere' });
    },
  );
  it.each([
    ['objects', (inner: Json): Json => ({ type: 'object', properties: { x: inner } })],
    ['lists', (inner: Json): Json => ({ type: 'array', items: inner })],
    ['wrappers', (inner: Json): Json => ({ allOf: [inner] })],
  ])('stops inside 200 %s', (_name, wrap) => {
    let schema: Json = { type: 'string' };
    for (let level = 0; level < 200; level++) schema = wrap(schema);
    expect(JSON.stringify(field(schema))).toContain('nested too deep for a form');
  });
  it('stops where references multiply', () => {
    const defs: Record<string, Json> = { d0: { type: 'string' } };
    for (let level = 1; level < 18; level++) {
      const inner = { $ref: `#/$defs/d${level - 1}` };
      defs[`d${level}`] = { type: 'object', properties: { a: inner, b: inner, c: inner } };
    }
    expect(JSON.stringify(field({ $ref: '#/$defs/d17' }, { $defs: defs })).length).toBeLessThan(4_000_000);
  });
});

describe('hostile schemas', () => {
  it('names from prototypes are names', () => {
    const properties: Json = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{}}') as Json;
    const root = readSchema({ type: 'object', properties, required: ['__proto__'] });
    expect(root.kind === 'object' && root.fields.map(({ name, required }) => [name, required])).toEqual([
      ['__proto__', true],
      ['constructor', false],
      ['toString', false],
    ]);
  });
  it('draws the first fields of a huge object and counts the rest', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, { type: 'string' }]));
    expect(readSchema({ type: 'object', properties })).toMatchObject({ kind: 'object', hiddenFields: 4_800 });
  });
  it('lets a huge enum be typed', () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `w${index}`);
    expect(limitWords(field({ enum: words }))).toBe('one of 10,000 values');
    expect(field({ enum: words.map((_, index) => index) })).toMatchObject({ kind: 'json', shape: 'one of 10000 values' });
  });
  it.each([
    null,
    [],
    'x',
    { properties: [] },
    { type: 'object', properties: 'x' },
    { type: 'object', required: 'a', properties: { a: null } },
  ])('never throws on %j', (schema) => {
    expect(() => readSchema(schema)).not.toThrow();
  });
});
