import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { parseJson } from './json-text.js';
import type { SchemaNode } from './schema-node.js';
import { isObject, own } from './schema-pointer.js';

/**
 * What a person has filled in for one node. `as` says how it is sent: what was typed, or, on purpose, an
 * empty text or list, or null. What is typed and empty is left out.
 */
export type FormValue = { as: 'typed' | 'empty' | 'null' } & (
  | { kind: 'text'; text: string }
  /** Index into a node's choices; -1 = not set. A boolean's choices are true and false. */
  | { kind: 'choice'; index: number }
  | { kind: 'list'; items: ListItem[] }
  /** In the order of the node's fields, not by name: names come from strangers. */
  | { kind: 'fields'; fields: FormValue[] }
);

/** One item of a list. `id` is its own for as long as the form lives, so that removing one leaves the others alone. */
export interface ListItem {
  readonly id: number;
  value: FormValue;
}

/** A field inside a list or an object, as whoever draws it needs it. */
export interface ChildField {
  readonly name: string;
  readonly node: SchemaNode;
  readonly value: FormValue;
  readonly change: (value: FormValue) => void;
  readonly required: boolean;
  /** Without a label of its own. */
  readonly bare: boolean;
}

let lastItemId = 0;

/** A new item of a list. */
export function listItem(value: FormValue): ListItem {
  lastItemId += 1;
  return { id: lastItemId, value };
}

/** The choices of a boolean, in the order of their indexes. */
export const booleanChoices = [true, false] as const;

/** The form as it is first shown. Defaults stand filled in, save inside optional objects, which would be sent because of them. */
export function initialValue(node: SchemaNode, isSent = true): FormValue {
  if (isSent && node.default !== undefined) {
    const filled = valueFrom(node, node.default);
    if (filled !== undefined) return filled;
  }
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'json':
      return { as: 'typed', kind: 'text', text: '' };
    case 'boolean':
    case 'enum':
      return { as: 'typed', kind: 'choice', index: -1 };
    case 'array':
      return { as: 'typed', kind: 'list', items: [] };
    case 'object': {
      const fields = node.fields.map((field) => initialValue(field.node, isSent && (field.required || field.node.kind !== 'object')));
      return { as: 'typed', kind: 'fields', fields };
    }
  }
}

/** A value brought into the form; undefined when the form cannot show it without losing something. */
export function valueFrom(node: SchemaNode, json: Json): FormValue | undefined {
  if (json === null && node.nullable) return { ...initialValue(node, false), as: 'null' };
  switch (node.kind) {
    case 'string':
      if (typeof json !== 'string') return undefined;
      return { as: json === '' ? 'empty' : 'typed', kind: 'text', text: json };
    case 'number':
      return typeof json === 'number' ? { as: 'typed', kind: 'text', text: String(json) } : undefined;
    case 'json':
      return { as: 'typed', kind: 'text', text: JSON.stringify(json, null, 2) };
    case 'boolean':
      return typeof json === 'boolean' ? { as: 'typed', kind: 'choice', index: booleanChoices.indexOf(json) } : undefined;
    case 'enum': {
      const sought = JSON.stringify(json);
      const index = node.options.findIndex((option) => JSON.stringify(option.value) === sought);
      return index < 0 ? undefined : { as: 'typed', kind: 'choice', index };
    }
    case 'array':
      return Array.isArray(json) ? listFrom(node.items, json) : undefined;
    case 'object':
      return isObject(json) ? fieldsFrom(node, json) : undefined;
  }
}

function listFrom(node: SchemaNode, json: readonly Json[]): FormValue | undefined {
  if (json.length === 0) return { as: 'empty', kind: 'list', items: [] };
  const items: ListItem[] = [];
  for (const one of json) {
    const value = valueFrom(node, one);
    if (value === undefined) return undefined;
    items.push(listItem(value));
  }
  return { as: 'typed', kind: 'list', items };
}

function fieldsFrom(node: Extract<SchemaNode, { kind: 'object' }>, json: JsonObject): FormValue | undefined {
  const names = new Set(node.fields.map((field) => field.name));
  if (Object.keys(json).some((key) => !names.has(key))) return undefined;
  const fields: FormValue[] = [];
  for (const field of node.fields) {
    const given = own(json, field.name);
    const value = given === undefined ? initialValue(field.node, false) : valueFrom(field.node, given);
    if (value === undefined) return undefined;
    fields.push(value);
  }
  return { as: Object.keys(json).length === 0 ? 'empty' : 'typed', kind: 'fields', fields };
}

/**
 * What would be sent for a value; undefined = left out. A number that cannot be read goes as the text that was typed: the
 * server has the last word. JSON that cannot be parsed is left out; `form-check.ts` keeps it from being run.
 */
export function sentValue(node: SchemaNode, value: FormValue, required: boolean): Json | undefined {
  if (value.as === 'null') return null;
  switch (value.kind) {
    case 'text':
      return value.as === 'empty' ? '' : sentText(node, value.text);
    case 'choice':
      if (node.kind === 'boolean') return booleanChoices[value.index];
      return node.kind === 'enum' ? node.options[value.index]?.value : undefined;
    case 'list': {
      if (node.kind !== 'array') return undefined;
      const items = value.items.map((item) => sentValue(node.items, item.value, false)).filter((item) => item !== undefined);
      return items.length > 0 || required || value.as === 'empty' ? items : undefined;
    }
    case 'fields': {
      if (node.kind !== 'object') return undefined;
      const entries = node.fields.flatMap((field, index): [string, Json][] => {
        const given = value.fields[index];
        const sent = given === undefined ? undefined : sentValue(field.node, given, field.required);
        // An empty list of a required field does not bring an optional object into being.
        return sent === undefined || (!required && isEmptyList(sent, given)) ? [] : [[field.name, sent]];
      });
      // fromEntries defines its keys, so that a field called __proto__ is a field.
      return entries.length > 0 || required || value.as === 'empty' ? Object.fromEntries(entries) : undefined;
    }
  }
}

function isEmptyList(sent: Json, given: FormValue | undefined): boolean {
  return Array.isArray(sent) && sent.length === 0 && given?.as === 'typed';
}

function sentText(node: SchemaNode, text: string): Json | undefined {
  if (text === '') return undefined;
  if (node.kind === 'number') return numberOf(text) ?? text;
  if (node.kind !== 'json') return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** A typed number; undefined when it is none. */
export function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

/** The arguments that a whole form comes to. */
export function sentArguments(node: SchemaNode, value: FormValue): JsonObject {
  const sent = sentValue(node, value, true);
  return isObject(sent) ? sent : {};
}
