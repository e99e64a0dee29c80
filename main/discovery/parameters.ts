import type { Json, JsonObject } from '../../preload/contract/tool.js';

/** Names and texts of a schema's parameters, in the order in which they stand. */
export interface ParameterWords {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Places of a schema that hold more schemas. */
const nested = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', '$defs', 'definitions'] as const;

/** Gathers parameter names and descriptions of an input schema, nested ones too. Bounded in depth; never throws. */
export function parameterWords(schema: JsonObject, depth = 6): ParameterWords {
  const names: string[] = [];
  const texts: string[] = [];
  const visit = (value: Json | undefined, left: number): void => {
    if (left === 0) return;
    if (Array.isArray(value)) return value.forEach((item) => visit(item, left - 1));
    if (!isObject(value)) return;
    if (typeof value['description'] === 'string') texts.push(value['description']);
    if (isObject(value['properties'])) {
      for (const [name, property] of Object.entries(value['properties'])) {
        names.push(name);
        visit(property, left - 1);
      }
    }
    for (const place of nested) {
      const below = value[place];
      if (place === '$defs' || place === 'definitions')
        Object.values(isObject(below) ? below : {}).forEach((item) => visit(item, left - 1));
      else visit(below, left - 1);
    }
  };
  visit(schema, depth);
  return { names, texts };
}
