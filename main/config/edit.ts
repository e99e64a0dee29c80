import { realpathSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Problem, Result } from '../../preload/contract/problem.js';
import type { EntrySource } from './definition.js';
import { isRepeated, withMember, withoutMember, withValue } from './json-edit.js';
import { lastMembers, positionsIn, readJson, type JsonMember, type JsonNode, type JsonText } from './json-text.js';
import { sections } from './parse-file.js';
import { readConfigFile, systemCode } from './read-file.js';
import { replaceFile } from './replace-file.js';

/** The new text, or why there is none. `null` means that nothing is to be changed. */
type Edited = Result<string | null>;

/** How often an edit starts over because the file changed under it. */
const tries = 3;

function refuse(code: string, message: string, place: Partial<Problem> = {}): { ok: false; problem: Problem } {
  return { ok: false, problem: { code, severity: 'error', message, ...place } };
}

/**
 * Changes config files, one edit at a time per real file. Each edit reads the file again, touches nothing but what it is
 * for (comments, order, indentation, line ends, byte order mark and unknown keys stay) and replaces the file in one step.
 * Never throws, and never writes into a file that it cannot read in full.
 */
export class ConfigEditor {
  private readonly queues = new Map<string, Promise<unknown>>();

  /** Writes `"disabled": true`; for false, changes the key if it is there and leaves the file alone if not. */
  setDisabled(source: EntrySource, name: string, disabled: boolean): Promise<Result<void>> {
    return this.edit(source.file, source.display, (json) => {
      const found = findEntry(json, source, name);
      if (!found.ok) return found;
      const { value } = found.value.member;
      if (value?.type !== 'object') {
        return refuse('entry-not-object', `"${name}" is no object { … } and cannot be changed here. Correct it in the file.`);
      }
      if (isRepeated(value, 'disabled')) {
        return refuse('duplicate-key', `"disabled" stands twice in "${name}". Remove one of them in the file, then try again.`);
      }
      const key = lastMembers(value).members.get('disabled')?.value;
      if (!key) return { ok: true, value: disabled ? withMember(json, value, 'disabled', true) : null };
      return { ok: true, value: key.value === disabled ? null : withValue(json, key, disabled) };
    });
  }

  /** Takes the entry out of its file. Comments around it stay. */
  removeEntry(source: EntrySource, name: string): Promise<Result<void>> {
    return this.edit(source.file, source.display, (json) => {
      const found = findEntry(json, source, name);
      return found.ok ? { ok: true, value: withoutMember(json, found.value.section, found.value.member) } : found;
    });
  }

  /** Adds an entry at the end of the file's servers; creates file and folder when they are missing. Refuses a name that is there. */
  addEntry(file: string, name: string, entry: Readonly<Record<string, unknown>>): Promise<Result<void>> {
    return this.edit(
      file,
      file,
      (json) => added(json, name, entry),
      () => `${JSON.stringify({ mcpServers: Object.fromEntries([[name, entry]]) }, null, 2)}\n`,
    );
  }

  private async edit(file: string, display: string, change: (json: JsonText) => Edited, create?: () => string): Promise<Result<void>> {
    const key = realPathOf(file);
    const before = this.queues.get(key) ?? Promise.resolve();
    const own = before.then(() => editOnce(file, change, create, tries));
    this.queues.set(key, own);
    const result = await own;
    if (this.queues.get(key) === own) this.queues.delete(key);
    return result.ok ? result : { ok: false, problem: { file: display, ...result.problem } };
  }
}

/**
 * The file behind links; for one that does not exist yet, its name under the real path of the nearest folder that does.
 * Synchronous, so that edits keep the order in which they were asked for.
 */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // missing, or not to be read: reading it will say so
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

async function editOnce(
  file: string,
  change: (json: JsonText) => Edited,
  create: (() => string) | undefined,
  triesLeft: number,
): Promise<Result<void>> {
  const content = await readConfigFile(file);
  if (content.kind === 'unreadable') return refuse(content.broken.code, content.broken.message);
  if (content.kind === 'missing') return createFile(file, create);
  const edited = changed(content.text, change);
  if (!edited.ok) return edited;
  if (edited.value === null) return { ok: true, value: undefined };
  const now = await readConfigFile(file);
  if (now.kind !== 'text' || now.text !== content.text) {
    if (triesLeft > 1) return editOnce(file, change, create, triesLeft - 1);
    return refuse('file-busy', 'Another program keeps writing this file. Nothing was changed; try again when it is done.');
  }
  return written(content.realPath, edited.value);
}

function changed(text: string, change: (json: JsonText) => Edited): Edited {
  const json = readJson(text);
  const [fault] = json.faults;
  if (fault) {
    const place = positionsIn(json.text)(fault.offset);
    const message = `The file has a fault on line ${String(place.line)}, so nothing was changed: ${fault.message} Then try again.`;
    return refuse('json-syntax', message, place);
  }
  const edited = change(json);
  if (!edited.ok || edited.value === null) return edited;
  // a last look before a person's file is replaced
  if (readJson(edited.value).faults.length === 0) return edited;
  return refuse('edit-failed', 'This file is laid out in a way that cannot be changed here. Nothing was changed; edit it by hand.');
}

async function createFile(file: string, create: (() => string) | undefined): Promise<Result<void>> {
  const isLink = await lstat(file).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
  if (isLink)
    return refuse('file-link-broken', 'This file is a link that leads nowhere. Create the file it points to, or remove the link.');
  if (!create) return refuse('file-missing', 'The file is gone, so nothing was changed. Press Refresh.');
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (cause) {
    return refusedWrite(cause);
  }
  return written(realPathOf(file), create());
}

async function written(path: string, text: string): Promise<Result<void>> {
  try {
    await replaceFile(path, text);
    return { ok: true, value: undefined };
  } catch (cause) {
    return refusedWrite(cause);
  }
}

function refusedWrite(cause: unknown): Result<void> {
  const code = systemCode(cause);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return refuse(
      'write-forbidden',
      'You may not write in the folder of this file. Nothing was changed; change the permissions of the folder.',
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return refuse('disk-full', 'The disk is full. Nothing was changed; free some space and try again.');
  }
  return refuse('write-failed', `The file could not be written (${code}). Nothing was changed.`);
}

function findEntry(json: JsonText, source: EntrySource, name: string): Result<{ section: JsonNode; member: JsonMember }> {
  const doubled = json.root && isRepeated(json.root, source.section);
  const section = lastMembers(json.root).members.get(source.section)?.value;
  const member = lastMembers(section).members.get(name);
  if (!section || !member) return refuse('entry-missing', `"${name}" no longer stands in this file. Press Refresh.`);
  if (doubled || isRepeated(section, name)) {
    const what = doubled ? source.section : name;
    return refuse('duplicate-key', `"${what}" stands twice in this file. Remove one of them in the file, then try again.`);
  }
  return { ok: true, value: { section, member } };
}

function added(json: JsonText, name: string, entry: Readonly<Record<string, unknown>>): Edited {
  if (!json.root) return { ok: true, value: withRoot(json, name, entry) };
  if (json.root.type !== 'object') return refuse('root-not-object', 'The file holds no object { … }. Correct it, then try again.');
  const found = sections.flatMap((key) => lastMembers(json.root).members.get(key) ?? []);
  const taken = found.some(({ value }) => lastMembers(value).members.has(name));
  if (taken) return refuse('name-taken', `A server named "${name}" stands in this file already. Choose another name.`);
  const [section] = found;
  if (!section) return { ok: true, value: withMember(json, json.root, 'mcpServers', Object.fromEntries([[name, entry]])) };
  if (section.value?.type !== 'object' || isRepeated(json.root, section.name)) {
    return refuse('section-not-object', `\`${section.name}\` must be one object { … } in this file. Correct it, then try again.`);
  }
  return { ok: true, value: withMember(json, section.value, name, entry) };
}

/** A file that holds white space or comments only: they stay above. */
function withRoot({ text, byteOrderMark }: JsonText, name: string, entry: Readonly<Record<string, unknown>>): string {
  const above = text.trimEnd();
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const root = JSON.stringify({ mcpServers: Object.fromEntries([[name, entry]]) }, null, 2).replaceAll('\n', eol);
  return `${byteOrderMark ? '\uFEFF' : ''}${above === '' ? '' : above + eol}${root}${eol}`;
}
