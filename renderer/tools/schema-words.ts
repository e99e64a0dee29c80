import type { ArrayNode, NumberNode, SchemaNode, StringNode } from './schema-node.js';

/** Choices named in a note; more are counted. */
const NAMED = 6;

/** The type of a node as its schema row says it: "string", "array of string", "enum". */
export function typeWord(node: SchemaNode): string {
  const word = node.kind === 'array' ? `array of ${itemWord(node.items)}` : ownWord(node);
  return node.nullable ? `${word} or null` : word;
}

function ownWord(node: SchemaNode): string {
  if (node.kind === 'number') return node.integer ? 'integer' : 'number';
  return node.kind === 'json' ? 'JSON' : node.kind;
}

function itemWord(node: SchemaNode): string {
  return node.kind === 'array' ? 'array' : node.kind === 'object' ? 'objects' : ownWord(node);
}

/** The limits of a node in a few words: "1–256 characters", "≥ 1", "bug · feature · task". Empty when there are none. */
export function limitWords(node: SchemaNode): string {
  switch (node.kind) {
    case 'string':
      return stringLimits(node);
    case 'number':
      return numberLimits(node);
    case 'array':
      return arrayLimits(node);
    case 'enum': {
      const labels = node.options.slice(0, NAMED).map((option) => option.label);
      const more = node.options.length - labels.length;
      return labels.join(' · ') + (more > 0 ? ` · ${more} more` : '');
    }
    case 'json':
      return node.shape;
    case 'object':
      return node.hiddenFields > 0 ? `${node.hiddenFields} more fields` : '';
    case 'boolean':
      return '';
  }
}

function stringLimits({ minLength, maxLength, format, pattern, values }: StringNode): string {
  const words: string[] = [];
  const length = range(minLength === 0 ? undefined : minLength, maxLength);
  if (length !== '') words.push(`${length} characters`);
  if (format !== undefined) words.push(format);
  if (values !== undefined) words.push(`one of ${values.toLocaleString('en')} values`);
  if (pattern !== undefined && words.length === 0) words.push(pattern);
  return words.join(' · ');
}

function numberLimits({ minimum, maximum, above, below, multipleOf }: NumberNode): string {
  const words: string[] = [];
  if (above !== undefined) words.push(`> ${above}`);
  if (below !== undefined) words.push(`< ${below}`);
  const bounds = range(minimum, maximum, '≥ ', '≤ ');
  if (bounds !== '') words.push(bounds);
  if (multipleOf !== undefined) words.push(`steps of ${multipleOf}`);
  return words.join(' · ');
}

function arrayLimits({ minItems, maxItems, items }: ArrayNode): string {
  const words: string[] = [];
  const length = range(minItems === 0 ? undefined : minItems, maxItems);
  if (length !== '') words.push(length);
  if (items.kind === 'enum') words.push(limitWords(items));
  return words.join(' · ');
}

function range(low: number | undefined, high: number | undefined, from = 'at least ', to = 'up to '): string {
  if (low !== undefined && high !== undefined) return low === high ? String(low) : `${low}–${high}`;
  if (low !== undefined) return `${from}${low}`;
  return high === undefined ? '' : `${to}${high}`;
}
