import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { constOptions, isRuleOnly, typeWords, withoutNull } from './schema-combine.js';
import { arrayNode, enumNode, numberNode, stringNode } from './schema-leaves.js';
import { schemaLimits, type NodeFacts, type ObjectNode, type SchemaField, type SchemaNode } from './schema-node.js';
import { followPointer, isObject, own } from './schema-pointer.js';

/** Where the reader stands: how deep, and inside which references. */
interface Place {
  readonly depth: number;
  readonly inside: ReadonlySet<string>;
}

/** Reads a JSON Schema of any origin into nodes to draw. Never throws; what it cannot draw becomes a `json` node. */
export function readSchema(schema: Json): SchemaNode {
  return new Reader(schema).read(schema, { depth: 0, inside: new Set(['#']) });
}

class Reader {
  private nodes = 0;

  constructor(private readonly root: Json) {}

  read(schema: Json, place: Place): SchemaNode {
    this.nodes += 1;
    if (!isObject(schema)) {
      const shape = schema === true ? 'anything' : schema === false ? 'nothing is valid here' : 'its schema cannot be read';
      return json(shape, schema, noFacts);
    }
    if (place.depth > schemaLimits.depth || this.nodes > schemaLimits.nodes)
      return json('nested too deep for a form', schema, facts(schema));
    if (own(schema, '$ref') !== undefined) return this.reference(schema, place);
    return this.combined(schema, place) ?? this.plain(schema, place);
  }

  private reference(schema: JsonObject, place: Place): SchemaNode {
    const { $ref: pointer, ...beside } = schema;
    if (typeof pointer !== 'string') return json('its reference cannot be read', schema, facts(schema));
    if (place.inside.has(pointer)) return json('the same again, inside itself', schema, facts(schema));
    const target = followPointer(this.root, pointer);
    if (target === undefined) return json('its reference leads nowhere', schema, facts(schema));
    const inside = new Set([...place.inside, pointer]);
    return this.read(isObject(target) ? { ...target, ...beside } : target, { depth: place.depth + 1, inside });
  }

  /** What `anyOf`, `oneOf` and `allOf` come to; undefined when there are none, or they only add rules. */
  private combined(schema: JsonObject, place: Place): SchemaNode | undefined {
    for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
      const members = own(schema, keyword);
      if (!Array.isArray(members) || members.length === 0) continue;
      const { [keyword]: _members, ...beside } = schema;
      const { members: left, hadNull } = keyword === 'allOf' ? { members, hadNull: false } : withoutNull(members);
      const [only] = left;
      if (left.length === 1 && isObject(only)) {
        const node = this.read({ ...only, ...beside }, { ...place, depth: place.depth + 1 });
        return hadNull ? { ...node, nullable: true } : node;
      }
      if (left.every(isRuleOnly)) return { ...this.read(beside, { ...place, depth: place.depth + 1 }), moreRules: true };
      const options = keyword === 'allOf' ? undefined : constOptions(left);
      const said = { ...facts(schema), ...(hadNull ? { nullable: true } : {}) };
      if (options !== undefined) return enumNode(options, schema, said);
      const link = keyword === 'allOf' ? 'all of' : 'one of';
      return json(`${link}: ${typeWords(left)}`, schema, said);
    }
    return undefined;
  }

  private plain(schema: JsonObject, place: Place): SchemaNode {
    const { type, nullable } = typeOf(schema);
    const said = { ...facts(schema), ...(nullable ? { nullable: true } : {}) };
    const values = own(schema, 'enum');
    if (Array.isArray(values) && values.length > 0) {
      return enumNode(
        values.map((value) => ({ value })),
        schema,
        said,
      );
    }
    const fixed = own(schema, 'const');
    if (fixed !== undefined) return enumNode([{ value: fixed }], schema, said);
    if (type === 'string') return stringNode(schema, said);
    if (type === 'number' || type === 'integer') return numberNode(schema, said, type === 'integer');
    if (type === 'boolean') return { kind: 'boolean', ...said };
    if (type === 'array') return this.list(schema, said, place);
    if (type === 'object') return this.object(schema, said, place);
    return json(type ?? 'anything', schema, said);
  }

  private list(schema: JsonObject, said: NodeFacts, place: Place): SchemaNode {
    const items = own(schema, 'items');
    if (Array.isArray(items) || own(schema, 'prefixItems') !== undefined) return json('a list with fixed places', schema, said);
    return arrayNode(schema, said, this.read(items ?? true, { ...place, depth: place.depth + 1 }));
  }

  private object(schema: JsonObject, said: NodeFacts, place: Place): SchemaNode {
    const properties = own(schema, 'properties');
    const names = isObject(properties) ? Object.keys(properties) : [];
    // An object without named fields is a map; at the root it is a tool without arguments.
    if (!isObject(properties) || (names.length === 0 && place.depth > 0)) {
      if (place.depth > 0) return json('an object with any keys', schema, said);
      return { kind: 'object', ...said, fields: [], hiddenFields: 0 };
    }
    const required = new Set(stringList(own(schema, 'required')));
    const drawn = names.slice(0, schemaLimits.fields);
    const fields = drawn.map((name): SchemaField => {
      const node = this.read(own(properties, name) ?? true, { ...place, depth: place.depth + 1 });
      return { name, required: required.has(name), node };
    });
    const node: ObjectNode = { kind: 'object', ...said, fields, hiddenFields: names.length - drawn.length };
    return node;
  }
}

const noFacts: NodeFacts = { nullable: false, moreRules: false };

function json(shape: string, source: Json, said: NodeFacts): SchemaNode {
  return { kind: 'json', ...said, shape, source };
}

function facts(schema: JsonObject): NodeFacts {
  const title = own(schema, 'title');
  const description = own(schema, 'description');
  const standard = own(schema, 'default');
  return {
    nullable: own(schema, 'nullable') === true,
    moreRules: own(schema, 'not') !== undefined || own(schema, 'if') !== undefined,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(standard === undefined ? {} : { default: standard }),
  };
}

/** The one type that is not `null`; guessed from the keywords where none is given. */
function typeOf(schema: JsonObject): { type: string | undefined; nullable: boolean } {
  const given = own(schema, 'type');
  if (typeof given === 'string') return { type: given, nullable: false };
  if (Array.isArray(given)) {
    const types = stringList(given).filter((type) => type !== 'null');
    const nullable = given.includes('null');
    return { type: types.length === 1 ? types[0] : types.length === 0 ? 'null' : types.slice(0, 8).join(' or '), nullable };
  }
  const guess = guesses.find(([, keywords]) => keywords.some((keyword) => own(schema, keyword) !== undefined));
  return { type: guess?.[0], nullable: false };
}

const guesses: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

function stringList(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
