import type { Problem } from '../../preload/contract/problem.js';
import { nulBreak, placeholder, type RuleBreak } from './field-rules.js';
import { kindInWords, lastMembers, repeatedWithin, type JsonMember, type JsonNode, type Position } from './json-text.js';

/** Where a text comes from, for its problems. */
export interface TextOrigin {
  readonly positionAt: (offset: number) => Position;
  /** As shown; absent for a text that is no file. */
  readonly file?: string;
}

/** A problem at a place in a text. */
export function problemAt(
  origin: TextOrigin,
  severity: Problem['severity'],
  { code, message }: RuleBreak,
  offset: number,
  server?: string,
): Problem {
  return {
    code,
    severity,
    message,
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...origin.positionAt(offset),
    ...(server === undefined ? {} : { server }),
  };
}

/** The warning for a name that stands twice in one object. */
export function repeatedProblem(origin: TextOrigin, earlier: JsonMember, used: JsonMember, server?: string): Problem {
  const [first, last] = [earlier, used].map((member) => String(origin.positionAt(member.nameNode.offset).line));
  const message = `"${used.name}" stands on line ${first ?? ''} and again on line ${last ?? ''}. The one on line ${last ?? ''} is used; remove the other.`;
  return problemAt(origin, 'warning', { code: 'duplicate-key', message }, used.nameNode.offset, server);
}

/** Reads the fields of one entry, gathers what is wrong with them, each with its place, and notes `${…}`. */
export class EntryReader {
  readonly problems: Problem[] = [];
  private readonly fields: ReadonlyMap<string, JsonMember>;
  private readonly placeholders: { readonly label: string; readonly node: JsonNode }[] = [];

  constructor(
    private readonly origin: TextOrigin,
    private readonly server: string,
    readonly node: JsonNode,
  ) {
    this.fields = lastMembers(node).members;
    for (const { earlier, used } of repeatedWithin(node)) this.problems.push(repeatedProblem(origin, earlier, used, server));
  }

  has(key: string): boolean {
    return this.fields.has(key);
  }

  /** The value of a field, for pointing at it. */
  nodeOf(key: string): JsonNode {
    const field = this.fields.get(key);
    return field?.value ?? field?.nameNode ?? this.node;
  }

  report(severity: Problem['severity'], broken: RuleBreak, node: JsonNode): void {
    this.problems.push(problemAt(this.origin, severity, broken, node.offset, this.server));
  }

  /** A text that a server gets to see. */
  text(key: string): string | undefined {
    const value = this.typed(key, 'string', 'a text in double quotes');
    if (value === undefined) return undefined;
    return this.used(key, value);
  }

  /** A text for people; `${…}` in it means nothing. */
  note(key: string): string | undefined {
    const value: unknown = this.typed(key, 'string', 'a text in double quotes')?.value;
    return typeof value === 'string' ? value : undefined;
  }

  flag(key: string): boolean {
    return this.typed(key, 'boolean', 'true or false')?.value === true;
  }

  number(key: string): number | undefined {
    const value: unknown = this.typed(key, 'number', 'a number without quotes')?.value;
    return typeof value === 'number' ? value : undefined;
  }

  /** A list of texts; an element of another type is named by its place in the list. */
  texts(key: string): string[] {
    const list = this.typed(key, 'array', 'a list of texts');
    return (list?.children ?? []).flatMap((element, index) => {
      const label = `${key}[${String(index)}]`;
      return this.isText(label, element) ? [this.used(label, element)] : [];
    });
  }

  /** An object of texts, in order. `check` judges each name and value. */
  textMap(key: string, check: (name: string, value: string) => RuleBreak | undefined): [string, string][] {
    const object = this.typed(key, 'object', 'an object of texts');
    return [...lastMembers(object).members.values()].flatMap(({ name, nameNode, value }): [string, string][] => {
      const label = `${key}.${name}`;
      if (!value) return [];
      if (!this.isText(label, value)) return [];
      const text = this.used(label, value);
      const broken = check(name, text);
      if (broken) this.report('error', broken, nameNode);
      return [[name, text]];
    });
  }

  /** The fields of an object inside the entry, read by the same rules; absent when there is none. */
  inner(key: string): EntryReader | undefined {
    const object = this.typed(key, 'object', 'an object { … }');
    return object && new EntryReader(this.origin, this.server, object);
  }

  /** Adds one warning that names every field that holds `${…}`. */
  warnOfPlaceholders(advice: string, inner: readonly EntryReader[]): void {
    const found = [this, ...inner].flatMap((reader) => reader.placeholders);
    const [first] = found;
    if (!first) return;
    const labels = found.map(({ label }) => `\`${label}\``).join(', ');
    const message = `\${…} in ${labels} is used as written: Greenroom does not expand it. ${advice}`;
    this.report('warning', { code: 'used-as-written', message }, first.node);
  }

  private typed(key: string, type: JsonNode['type'], expected: string): JsonNode | undefined {
    const field = this.fields.get(key);
    if (!field) return undefined;
    if (field.value?.type === type) return field.value;
    const found = field.value ? kindInWords(field.value) : 'nothing';
    const message = `\`${key}\` must be ${expected}, but ${found} stands here. Correct it.`;
    this.report('error', { code: `${key.replaceAll('_', '-')}-type`, message }, this.nodeOf(key));
    return undefined;
  }

  private isText(label: string, node: JsonNode): boolean {
    if (node.type === 'string') return true;
    const message = `\`${label}\` must be a text in double quotes, but ${kindInWords(node)} stands here. Put it in quotes.`;
    this.report('error', { code: `${label.replace(/[.[].*$/s, '')}-type`, message }, node);
    return false;
  }

  private used(label: string, node: JsonNode): string {
    const value = String(node.value);
    const broken = nulBreak(label, value);
    if (broken) this.report('error', broken, node);
    if (placeholder.test(value)) this.placeholders.push({ label, node });
    return value;
  }
}
