import type { Problem } from '../../preload/contract/problem.js';
import { limits } from '../limits.js';
import type { EntrySource } from './definition.js';
import { problemAt, repeatedProblem } from './entry-reader.js';
import { kindInWords, lastMembers, membersOf, positionsIn, readJson, type JsonMember, type JsonText } from './json-text.js';
import { parseEntry, type EntryContext, type ParsedEntry } from './parse-entry.js';

/** The keys under which servers stand, in the order in which they are read. */
export const sections = ['mcpServers', 'servers'] as const;

/** One entry with its place. */
export interface FileEntry {
  readonly name: string;
  readonly source: EntrySource;
  readonly parsed: ParsedEntry;
}

/** Everything one file says. */
export interface ParsedFile {
  /** In the order of the text, those under `mcpServers` first. A name may stand under both keys. */
  readonly entries: readonly FileEntry[];
  readonly problems: readonly Problem[];
}

/** Reads the text of a config file. Never throws. `file` is its absolute path, `display` the shown one. */
export function parseConfigText(source: string, file: string, display: string): ParsedFile {
  const json = readJson(source);
  const positionAt = positionsIn(json.text);
  const context = { text: json.text, positionAt, file: display, hasFaults: json.faults.length > 0, nameChars: limits.configNameChars };
  const problems: Problem[] = json.faults
    .slice(0, limits.configFaultsShown)
    .map(({ message, offset }) => problemAt(context, 'error', { code: 'json-syntax', message }, offset));
  if (json.root?.type !== 'object') return { entries: [], problems: [...problems, ...rootProblems(json, context)] };
  const { members, repeated } = lastMembers(json.root);
  problems.push(...repeated.map(({ earlier, used }) => repeatedProblem(context, earlier, used)));
  const entries = sections.flatMap((section) => {
    const member = members.get(section);
    if (member && member.value?.type !== 'object') problems.push(sectionProblem(member, context));
    return member ? sectionEntries(member, { file, display, section }, context) : [];
  });
  if (!members.has('mcpServers') && !members.has('servers')) problems.push(...bareEntries(json, context));
  const second = new Map(entries.filter(({ source }) => source.section === 'servers').map((entry) => [entry.name, entry]));
  return { entries: entries.map((entry) => withSecondSection(entry, second.get(entry.name))), problems };
}

function rootProblems({ root, faults }: JsonText, context: EntryContext): Problem[] {
  if (!root || faults.length > 0) return [];
  const message = `The file must hold an object { "mcpServers": { … } }, but ${kindInWords(root)} stands here. Correct it.`;
  return [problemAt(context, 'error', { code: 'root-not-object', message }, root.offset)];
}

function sectionProblem({ name, nameNode, value }: JsonMember, context: EntryContext): Problem {
  const found = value ? kindInWords(value) : 'nothing';
  const message = `\`${name}\` must be an object of servers, but ${found} stands here. Correct it.`;
  return problemAt(context, 'error', { code: 'section-not-object', message }, (value ?? nameNode).offset);
}

/** A common slip: the entries stand at the top of the file, where nobody reads them. */
function bareEntries({ root }: JsonText, context: EntryContext): Problem[] {
  const bare = membersOf(root).find(({ value }) => lastMembers(value).members.has('command') || lastMembers(value).members.has('url'));
  if (!bare) return [];
  const message = `"${bare.name}" looks like a server but does not stand under \`mcpServers\`. Put it there.`;
  return [problemAt(context, 'warning', { code: 'no-servers-key', message }, bare.nameNode.offset)];
}

function sectionEntries(section: JsonMember, place: Pick<EntrySource, 'file' | 'display' | 'section'>, context: EntryContext): FileEntry[] {
  const { members, repeated } = lastMembers(section.value);
  const warnings = new Map<string, Problem[]>();
  for (const { earlier, used } of repeated) {
    warnings.set(used.name, [...(warnings.get(used.name) ?? []), repeatedProblem(context, earlier, used, used.name)]);
  }
  return [...members.values()].map((member) => {
    const parsed = parseEntry(member, context);
    return {
      name: member.name,
      source: { ...place, ...context.positionAt(member.nameNode.offset) },
      parsed: { ...parsed, warnings: [...(warnings.get(member.name) ?? []), ...parsed.warnings] },
    };
  });
}

/** Names the entry under `servers` that one under `mcpServers` hides in the same file. */
function withSecondSection(entry: FileEntry, other: FileEntry | undefined): FileEntry {
  if (!other || other === entry) return entry;
  const [own, hidden] = [String(entry.source.line), String(other.source.line)];
  const message = `"${entry.name}" stands under \`mcpServers\` (line ${own}) and under \`servers\` (line ${hidden}). The first is used; remove the other.`;
  const { display: file, line, column } = other.source;
  const warning: Problem = { code: 'duplicate-section', severity: 'warning', message, file, line, column, server: entry.name };
  return { ...entry, parsed: { ...entry.parsed, warnings: [...entry.parsed.warnings, warning] } };
}
