import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { schemaLimits, type ArrayNode, type NodeFacts, type NumberNode, type SchemaNode, type StringNode } from './schema-node.js';
import { own } from './schema-pointer.js';

/** A text with its limits. */
export function stringNode(schema: JsonObject, said: NodeFacts): StringNode {
  const format = own(schema, 'format');
  const pattern = own(schema, 'pattern');
  return {
    kind: 'string',
    ...said,
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
    ...numbers(schema, ['minLength', 'maxLength']),
  };
}

/** A number with its bounds; both spellings of exclusive ones are read (draft 4 has them as booleans). */
export function numberNode(schema: JsonObject, said: NodeFacts, integer: boolean): NumberNode {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers(schema, [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ]);
  const above = own(schema, 'exclusiveMinimum') === true ? minimum : exclusiveMinimum;
  const below = own(schema, 'exclusiveMaximum') === true ? maximum : exclusiveMaximum;
  return {
    kind: 'number',
    ...said,
    integer,
    ...(above === undefined ? {} : { above }),
    ...(below === undefined ? {} : { below }),
    ...(minimum === undefined || above === minimum ? {} : { minimum }),
    ...(maximum === undefined || below === maximum ? {} : { maximum }),
    ...(multipleOf === undefined || multipleOf <= 0 ? {} : { multipleOf }),
  };
}

/** A list of one kind of items. */
export function arrayNode(schema: JsonObject, said: NodeFacts, items: SchemaNode): ArrayNode {
  return { kind: 'array', ...said, items, uniqueItems: own(schema, 'uniqueItems') === true, ...numbers(schema, ['minItems', 'maxItems']) };
}

/** A choice; one with too many values is typed instead. */
export function enumNode(values: readonly { value: Json; label?: string }[], schema: JsonObject, said: NodeFacts): SchemaNode {
  const given = values.filter(({ value }) => value !== null);
  const nullable = said.nullable || given.length < values.length;
  const facts = { ...said, nullable };
  if (given.length > schemaLimits.options) {
    if (given.every(({ value }) => typeof value === 'string')) return { ...stringNode(schema, facts), values: given.length };
    return { kind: 'json', ...facts, shape: `one of ${given.length} values`, source: schema };
  }
  const options = given.map(({ value, label }) => ({ value, label: label ?? (typeof value === 'string' ? value : JSON.stringify(value)) }));
  return { kind: 'enum', ...facts, options };
}

function numbers<K extends string>(schema: JsonObject, keys: readonly K[]): Partial<Record<K, number>> {
  const found: Partial<Record<K, number>> = {};
  for (const key of keys) {
    const value = own(schema, key);
    if (typeof value === 'number' && Number.isFinite(value)) found[key] = value;
  }
  return found;
}
