import type { SchemaField, SchemaNode } from './schema-node.js';

/** A row of choices is drawn while there are few and short ones; else a list opens. */
const SEGMENTS = { count: 4, chars: 30 } as const;

/** True when a choice is drawn as a row of buttons. `labels` holds all that would stand in it. */
export function isSegmented(labels: readonly string[]): boolean {
  return labels.length <= SEGMENTS.count && labels.join('').length <= SEGMENTS.chars;
}

/** Texts of these names, or with these formats, are usually longer than a line. */
const longNames =
  /^(body|content|contents|text|markdown|code|script|query|sql|message|prompt|description|html|css|patch|diff|summary|notes?|comment)$/i;
const longFormats = new Set(['textarea', 'markdown', 'multiline', 'html', 'code']);

/** Lines of a text's box. */
export function textRows(name: string, node: SchemaNode): number {
  if (node.kind === 'json') return 3;
  if (node.kind !== 'string') return 1;
  const isLong =
    longNames.test(name) || longFormats.has(node.format ?? '') || (typeof node.default === 'string' && node.default.includes('\n'));
  return isLong && !((node.maxLength ?? Infinity) <= 80) ? 3 : 1;
}

/** Which fields take half a row: short ones, where two stand side by side. */
export function halves(fields: readonly SchemaField[]): readonly boolean[] {
  const isHalf = fields.map((field) => isShort(field));
  const taken: boolean[] = [];
  for (let index = 0; index < fields.length; index++) {
    const pair = isHalf[index] === true && isHalf[index + 1] === true;
    taken.push(pair);
    if (pair) {
      taken.push(true);
      index += 1;
    }
  }
  return taken;
}

/** Texts of these names are short. */
const shortNames = /^(owner|repo|org|branch|ref|sha|tag|version|user|username|key|id|.{1,12}_id|.{1,12}Id)$/;

function isShort({ name, node }: SchemaField): boolean {
  if (node.kind === 'number') return true;
  if (node.kind === 'enum') return !isSegmented(['Not set', ...node.options.map((option) => option.label)]);
  return node.kind === 'string' && (shortNames.test(name) || ['date', 'time', 'date-time'].includes(node.format ?? ''));
}

/** The first sentence of a description, for the line under a field. */
export function shortDescription(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const sentence = /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > 140 ? `${sentence.slice(0, 139)}…` : sentence;
}
