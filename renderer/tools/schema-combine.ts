import type { Json } from '../../preload/contract/tool.js';
import { isObject, own } from './schema-pointer.js';

/** Kinds of members named in words; more are only counted. */
const WORDS = 6;

/** Members of an `anyOf` without those that only say `null`. */
export function withoutNull(members: readonly Json[]): { members: readonly Json[]; hadNull: boolean } {
  const left = members.filter((member) => !isNullSchema(member));
  return { members: left, hadNull: left.length < members.length };
}

function isNullSchema(member: Json): boolean {
  if (!isObject(member)) return false;
  return own(member, 'type') === 'null' || (Object.hasOwn(member, 'const') && own(member, 'const') === null);
}

const ruleKeywords = new Set(['required', 'not', 'if', 'then', 'else', 'dependentRequired', 'description', 'title', '$comment']);

/** True for a member that adds rules to what stands beside it, and no shape of its own. */
export function isRuleOnly(member: Json): boolean {
  return isObject(member) && Object.keys(member).every((key) => ruleKeywords.has(key));
}

/** An enum written as `oneOf: [{ const, title }]`; undefined when a member is anything else. */
export function constOptions(members: readonly Json[]): { value: Json; label?: string }[] | undefined {
  const options: { value: Json; label?: string }[] = [];
  for (const member of members) {
    const value = isObject(member) ? own(member, 'const') : undefined;
    if (!isObject(member) || value === undefined) return undefined;
    const title = own(member, 'title');
    options.push(typeof title === 'string' ? { value, label: title } : { value });
  }
  return options;
}

/** The types of a combination's members, in words: "string, object". */
export function typeWords(members: readonly Json[]): string {
  const words = members.slice(0, WORDS).map((member) => {
    if (!isObject(member)) return 'anything';
    const type = own(member, 'type');
    if (typeof type === 'string') return type.slice(0, 40);
    if (own(member, 'properties') !== undefined) return 'object';
    return own(member, '$ref') === undefined ? 'a shape' : 'a named shape';
  });
  const [first] = words;
  if (words.length > 1 && words.every((word) => word === first)) return `${members.length} × ${first ?? ''}`;
  const more = members.length - words.length;
  return [...new Set(words)].join(', ') + (more > 0 ? ` and ${more} more` : '');
}
