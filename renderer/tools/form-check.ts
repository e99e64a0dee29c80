import type { Json } from '../../preload/contract/tool.js';
import { numberOf, sentValue, type FormValue } from './form-value.js';
import { parseJson } from './json-text.js';
import { fitsPattern } from './safe-pattern.js';
import type { ArrayNode, NumberNode, SchemaNode, StringNode } from './schema-node.js';

/** What is wrong with one field, in words. Only what `blocks` keeps the call from running. */
export interface FieldProblem {
  readonly message: string;
  readonly blocks: boolean;
  /** Nothing was filled in where something is required: not shown before the person has been there. */
  readonly missing?: true;
}

/** Deeper JSON would overflow the stack of whatever reads it on the way. */
const JSON_DEPTH = 200;

/** The first thing that is wrong with a field itself, not with what is inside it. */
export function fieldProblem(node: SchemaNode, value: FormValue, required: boolean): FieldProblem | undefined {
  if (value.as === 'null') return undefined;
  if (value.kind === 'text' && node.kind === 'json') {
    const unread = jsonProblem(value.text);
    if (unread !== undefined) return { message: unread, blocks: true };
  }
  const sent = sentValue(node, value, required);
  if (sent === undefined) return required ? { message: anyway('Required.'), blocks: false, missing: true } : undefined;
  const words = ruleWords(node, value, sent);
  if (words === undefined) return undefined;
  const isUntouched = value.kind === 'list' && value.as === 'typed' && value.items.length === 0;
  return { message: anyway(words), blocks: false, ...(isUntouched ? { missing: true } : {}) };
}

/** True when a field somewhere in the form keeps the call from running. */
export function isBlocked(node: SchemaNode, value: FormValue): boolean {
  if (fieldProblem(node, value, false)?.blocks === true) return true;
  if (value.kind === 'list' && node.kind === 'array') return value.items.some((item) => isBlocked(node.items, item.value));
  if (value.kind !== 'fields' || node.kind !== 'object') return false;
  return node.fields.some((field, index) => {
    const inner = value.fields[index];
    return inner !== undefined && isBlocked(field.node, inner);
  });
}

/** What is wrong with a JSON text, with line and column; an empty text is left out and no problem. */
export function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed.problem.message;
  return isDeep(parsed.value) ? `More than ${JSON_DEPTH} levels inside each other cannot be sent.` : undefined;
}

function isDeep(root: Json): boolean {
  let level: Json[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > JSON_DEPTH) return true;
    level = level.flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value) : []));
  }
  return false;
}

function anyway(words: string): string {
  return `${words} You can run it anyway.`;
}

function ruleWords(node: SchemaNode, value: FormValue, sent: Json): string | undefined {
  if (node.kind === 'string' && typeof sent === 'string') return stringWords(node, sent);
  if (node.kind === 'number' && value.kind === 'text') return numberWords(node, value.text);
  if (node.kind === 'array' && Array.isArray(sent)) return arrayWords(node, sent);
  return undefined;
}

function stringWords({ minLength, maxLength, pattern }: StringNode, text: string): string | undefined {
  // Schemas count code points, not UTF-16 units.
  const length = maxLength === undefined && minLength === undefined ? 0 : [...text].length;
  if (minLength !== undefined && length < minLength) return `Must have ${minLength} or more characters.`;
  if (maxLength !== undefined && length > maxLength) return `Must have ${maxLength} or fewer characters.`;
  if (pattern !== undefined && fitsPattern(pattern, text) === false) return `Must fit the pattern ${pattern}.`;
  return undefined;
}

function numberWords(node: NumberNode, text: string): string | undefined {
  const number = numberOf(text);
  if (number === undefined) return 'This is no number, and is sent as text.';
  if (node.integer && !Number.isInteger(number)) return 'Must be a whole number.';
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return 'Too large to be sent exactly.';
  if (node.minimum !== undefined && number < node.minimum) return `Must be ${node.minimum} or more.`;
  if (node.maximum !== undefined && number > node.maximum) return `Must be ${node.maximum} or less.`;
  if (node.above !== undefined && number <= node.above) return `Must be more than ${node.above}.`;
  if (node.below !== undefined && number >= node.below) return `Must be less than ${node.below}.`;
  if (node.multipleOf !== undefined && !isMultiple(number, node.multipleOf)) return `Must go in steps of ${node.multipleOf}.`;
  return undefined;
}

/** Steps like 0.1 are not exact in binary; a millionth of a step is near enough. */
function isMultiple(number: number, step: number): boolean {
  const steps = number / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

function arrayWords({ minItems, maxItems, uniqueItems }: ArrayNode, items: readonly Json[]): string | undefined {
  if (minItems !== undefined && items.length < minItems) return `Must have ${minItems} or more items.`;
  if (maxItems !== undefined && items.length > maxItems) return `Must have ${maxItems} or fewer items.`;
  if (uniqueItems && new Set(items.map((item) => JSON.stringify(item))).size < items.length) return 'Holds the same item twice.';
  return undefined;
}
