import type { Json } from '../../preload/contract/tool.js';

/** How far a schema is followed. Real ones stay far below; what lies beyond is typed as JSON. */
export const schemaLimits = {
  /** Levels inside each other, references and wrappers counted: deeper forms cannot be filled in by hand. */
  depth: 20,
  /** Nodes of one schema: references can multiply a small text into millions. */
  nodes: 2_000,
  /** Fields drawn of one object. */
  fields: 200,
  /** Choices of one enum; a longer list is typed. */
  options: 500,
  /** Steps of one chain of references. */
  pointerParts: 64,
} as const;

/** What every node says, whatever its kind. */
export interface NodeFacts {
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  /** `null` is accepted beside the node's own values. */
  readonly nullable: boolean;
  /** The schema has rules that the form does not show (`not`, `if`, combinations of `required` …). */
  readonly moreRules: boolean;
}

export interface StringNode extends NodeFacts {
  readonly kind: 'string';
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** How many values an enum has that is too long to offer. */
  readonly values?: number;
}

export interface NumberNode extends NodeFacts {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly above?: number;
  readonly below?: number;
  readonly multipleOf?: number;
}

export interface BooleanNode extends NodeFacts {
  readonly kind: 'boolean';
}

export interface EnumNode extends NodeFacts {
  readonly kind: 'enum';
  readonly options: readonly EnumOption[];
}

export interface EnumOption {
  readonly value: Json;
  readonly label: string;
}

export interface ArrayNode extends NodeFacts {
  readonly kind: 'array';
  readonly items: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
}

export interface ObjectNode extends NodeFacts {
  readonly kind: 'object';
  readonly fields: readonly SchemaField[];
  /** Fields beyond the limit, left to JSON. */
  readonly hiddenFields: number;
}

export interface SchemaField {
  readonly name: string;
  readonly required: boolean;
  readonly node: SchemaNode;
}

/** A part that a form cannot draw: the person types it as JSON. */
export interface JsonNode extends NodeFacts {
  readonly kind: 'json';
  /** What it may be, in words: "anything", "one of: string, object". */
  readonly shape: string;
  /** The schema itself, to look at. */
  readonly source: Json;
}

/** A JSON Schema as a form or a tree draws it: references followed, cycles cut, depth bounded (PITFALLS P28). */
export type SchemaNode = StringNode | NumberNode | BooleanNode | EnumNode | ArrayNode | ObjectNode | JsonNode;
