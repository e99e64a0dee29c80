import type { EntryDraft } from '../../preload/contract/entry.js';
import type { Problem } from '../../preload/contract/problem.js';
import { limits } from '../limits.js';
import type { ServerDefinition } from './definition.js';
import { problemAt } from './entry-reader.js';
import { nameBreak } from './field-rules.js';
import { kindInWords, lastMembers, plainValue, positionsIn, readJson, type JsonMember, type JsonNode } from './json-text.js';
import { parseEntry, type EntryContext } from './parse-entry.js';
import { sections } from './parse-file.js';

/** What a draft amounts to. `name`, `definition` and `entry` stand only when no problem is an error. */
export interface CheckedDraft {
  /** Errors and warnings; line and column where the draft is a JSON text. */
  readonly problems: readonly Problem[];
  /** The typed name, or the one inside a pasted `{ "mcpServers": { name: … } }`. */
  readonly name?: string;
  readonly definition?: ServerDefinition;
  /** What would be written under that name. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** Checks a typed entry by the rules that hold for files, and that its name is none of `taken`. Never throws. */
export function checkDraft(draft: EntryDraft, taken: ReadonlySet<string>): CheckedDraft {
  if (draft.kind === 'json') return checkJson(draft.name, draft.text, taken);
  const text = JSON.stringify(draft.kind === 'local' ? localEntry(draft) : remoteEntry(draft));
  const checked = checkJson(draft.name, text, taken);
  // the text is ours: its lines and columns say nothing to the person
  return { ...checked, problems: checked.problems.map(({ line: _line, column: _column, ...problem }) => problem) };
}

function localEntry(draft: Extract<EntryDraft, { kind: 'local' }>): Record<string, unknown> {
  return {
    command: draft.command,
    ...(draft.args.length === 0 ? {} : { args: draft.args }),
    ...(Object.keys(draft.env).length === 0 ? {} : { env: draft.env }),
    ...(draft.cwd === undefined || draft.cwd === '' ? {} : { cwd: draft.cwd }),
  };
}

function remoteEntry(draft: Extract<EntryDraft, { kind: 'remote' }>): Record<string, unknown> {
  return { url: draft.url, ...(Object.keys(draft.headers).length === 0 ? {} : { headers: draft.headers }) };
}

function checkJson(typedName: string, source: string, taken: ReadonlySet<string>): CheckedDraft {
  const json = readJson(source);
  const positionAt = positionsIn(json.text);
  const context: EntryContext = { text: json.text, positionAt, hasFaults: false, nameChars: limits.draftNameChars };
  const faults = json.faults
    .slice(0, limits.configFaultsShown)
    .map(({ message, offset }) => problemAt(context, 'error', { code: 'json-syntax', message }, offset));
  if (!json.root || faults.length > 0) {
    const message = 'Paste the entry of a server: an object { … } with "command" or "url".';
    return { problems: [...nameProblems(typedName, taken), ...(faults.length > 0 ? faults : [error('json-empty', message)])] };
  }
  const found = draftedMember(typedName, json.root);
  if (!found.member) return { problems: [...nameProblems(typedName, taken), problemAt(context, 'error', found, json.root.offset)] };
  return judged(found.member, context, taken);
}

function judged(member: JsonMember, context: EntryContext, taken: ReadonlySet<string>): CheckedDraft {
  const { name, value } = member;
  // the name is judged here, since a typed one has no place in the text
  const parsed = parseEntry({ ...member, name: 'draft' }, context);
  const own = parsed.definition.ok ? [] : [parsed.definition.problem];
  const entryProblems = [...own, ...parsed.warnings].map(({ server: _server, ...problem }) => problem);
  const problems = [...nameProblems(name, taken), ...entryProblems];
  if (!parsed.definition.ok || !value || problems.some((problem) => problem.severity === 'error')) return { problems };
  return { problems, name, definition: parsed.definition.value, entry: entryObject(value) };
}

/** The bare entry under the typed name, or the one entry of a pasted whole file. */
function draftedMember(
  typedName: string,
  root: JsonNode,
): { readonly member: JsonMember } | { readonly member?: undefined; readonly code: string; readonly message: string } {
  if (root.type !== 'object') {
    const message = `An entry is an object { … }, but ${kindInWords(root)} stands here. Correct it.`;
    return { code: 'json-shape', message };
  }
  const { members } = lastMembers(root);
  const section = sections.map((key) => members.get(key)).find((member) => member?.value?.type === 'object');
  if (!section) return { member: { name: typedName, nameNode: root, value: root } };
  const [only, ...others] = lastMembers(section.value).members.values();
  if (!only || others.length > 0) {
    const message = `\`${section.name}\` holds ${String(only ? others.length + 1 : 0)} servers. Paste exactly one at a time.`;
    return { code: 'json-shape', message };
  }
  return { member: typedName === '' ? only : { ...only, name: typedName } };
}

function entryObject(node: JsonNode): Record<string, unknown> {
  return Object.fromEntries(
    [...lastMembers(node).members.values()].flatMap(({ name, value }) => (value ? [[name, plainValue(value)]] : [])),
  );
}

function error(code: string, message: string): Problem {
  return { code, severity: 'error', message };
}

function nameProblems(name: string, taken: ReadonlySet<string>): Problem[] {
  const broken = nameBreak(name, limits.draftNameChars);
  if (broken) return [error(broken.code, broken.message)];
  if (!taken.has(name)) return [];
  return [error('name-taken', `A server named "${name}" stands in the configuration already. Choose another name.`)];
}
