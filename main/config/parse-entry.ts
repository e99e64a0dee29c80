import type { Problem, Result } from '../../preload/contract/problem.js';
import { limits } from '../limits.js';
import type { LocalDefinition, ServerDefinition } from './definition.js';
import { EntryReader, problemAt, type TextOrigin } from './entry-reader.js';
import { envNameBreak, nameBreak } from './field-rules.js';
import { faultWithin, kindInWords, type JsonMember } from './json-text.js';
import { recognizeMcpRemote } from './mcp-remote.js';
import { bridgedDefinition, remoteDefinition } from './remote-entry.js';

/** What one entry says, whether or not a server can be made of it. */
export interface ParsedEntry {
  readonly definition: Result<ServerDefinition, Problem>;
  readonly disabled: boolean;
  readonly description?: string;
  readonly preload: boolean;
  readonly preloadTools: readonly string[];
  /** Warnings, and errors beyond the first one, which stands in `definition`. */
  readonly warnings: readonly Problem[];
}

/** How an entry's text is to be read. */
export interface EntryContext extends TextOrigin {
  readonly text: string;
  /** The text has syntax faults: the entry counts only if none of them lies within it. */
  readonly hasFaults: boolean;
  readonly nameChars: number;
}

/** The `type` values that are read, with the transport each one names. */
const transports: ReadonlyMap<string, 'stdio' | 'http' | 'sse'> = new Map([
  ['stdio', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['sse', 'sse'],
]);

/** Reads one entry. Never throws: an entry that cannot be used has the first error as its definition's problem. */
export function parseEntry(member: JsonMember, context: EntryContext): ParsedEntry {
  const { name, nameNode, value } = member;
  const refuse = (problem: Problem): ParsedEntry => ({
    definition: { ok: false, problem },
    disabled: false,
    preload: false,
    preloadTools: [],
    warnings: [],
  });
  const fault = value && context.hasFaults ? faultWithin(context.text, value) : undefined;
  if (fault) return refuse(problemAt(context, 'error', { code: 'json-syntax', message: fault.message }, fault.offset, name));
  if (value?.type !== 'object') {
    const message = `An entry must be an object { … }, but ${value ? kindInWords(value) : 'nothing'} stands here. Correct it.`;
    return refuse(problemAt(context, 'error', { code: 'entry-not-object', message }, (value ?? nameNode).offset, name));
  }
  const reader = new EntryReader(context, name, value);
  const broken = nameBreak(name, context.nameChars);
  if (broken) reader.report('error', broken, nameNode);
  const definition = readDefinition(reader);
  const description = reader.note('description');
  const rest = {
    disabled: reader.flag('disabled'),
    ...(description === undefined ? {} : { description }),
    preload: reader.flag('preload'),
    preloadTools: reader.texts('preload_tools'),
  };
  return { ...rest, ...judged(definition, reader.problems) };
}

/** A definition counts only when nothing in its entry is an error. */
function judged(definition: ServerDefinition | undefined, problems: readonly Problem[]): Pick<ParsedEntry, 'definition' | 'warnings'> {
  const [first] = problems.filter((problem) => problem.severity === 'error');
  if (first) return { definition: { ok: false, problem: first }, warnings: problems.filter((problem) => problem !== first) };
  if (definition) return { definition: { ok: true, value: definition }, warnings: problems };
  const unread: Problem = { code: 'entry-unread', severity: 'error', message: 'This entry cannot be read. Remove it and add it again.' };
  return { definition: { ok: false, problem: unread }, warnings: problems };
}

function readDefinition(reader: EntryReader): ServerDefinition | undefined {
  const command = reader.text('command');
  const url = reader.text('url');
  const type = readType(reader);
  const timeoutMs = readTimeout(reader);
  if (reader.has('command') && reader.has('url')) {
    const message = 'The entry has both `command` and `url`. Keep `command` for a local server or `url` for a remote one.';
    reader.report('error', { code: 'command-and-url', message }, reader.nodeOf('url'));
    return undefined;
  }
  if (!reader.has('command') && !reader.has('url')) {
    reportMissing(reader);
    return undefined;
  }
  if (command !== undefined) return readCommand(reader, command, type, timeoutMs);
  if (url === undefined) return undefined;
  if (type === 'stdio') {
    const message = '`type` says stdio, but the entry has a `url`. Remove `type`, or write `command` instead of `url`.';
    reader.report('error', { code: 'type-mismatch', message }, reader.nodeOf('type'));
    return undefined;
  }
  return remoteDefinition(reader, url, type, timeoutMs);
}

/** Other programs call these keys by other names. */
function reportMissing(reader: EntryReader): void {
  const other = ['serverUrl', 'httpUrl', 'endpoint', 'cmd'].find((key) => reader.has(key));
  const advice = other === undefined ? 'Add one of them.' : `Write \`${other === 'cmd' ? 'command' : 'url'}\` instead of \`${other}\`.`;
  const message = `The entry has neither \`command\` (a local server) nor \`url\` (a remote one). ${advice}`;
  reader.report('error', { code: 'no-command-or-url', message }, other === undefined ? reader.node : reader.nodeOf(other));
}

function readType(reader: EntryReader): 'stdio' | 'http' | 'sse' | undefined {
  const type = reader.note('type');
  const transport = type === undefined ? undefined : transports.get(type);
  if (type !== undefined && transport === undefined) {
    const message = '`type` is none of stdio, http, streamable-http, sse. Use one of them, or leave it out.';
    reader.report('error', { code: 'type-unknown', message }, reader.nodeOf('type'));
  }
  return transport;
}

function readTimeout(reader: EntryReader): number | undefined {
  const timeout = reader.number('timeout');
  if (timeout === undefined) return undefined;
  if (!(timeout > 0 && timeout <= limits.entryTimeoutMaxMs)) {
    const message = `\`timeout\` must lie between 1 and ${String(limits.entryTimeoutMaxMs)} milliseconds. Correct it.`;
    reader.report('error', { code: 'timeout-range', message }, reader.nodeOf('timeout'));
    return undefined;
  }
  if (timeout < limits.entryTimeoutShortMs) {
    const message = `\`timeout\` counts milliseconds: ${String(timeout)} is less than a second. For seconds write ${String(timeout * 1_000)}.`;
    reader.report('warning', { code: 'timeout-short', message }, reader.nodeOf('timeout'));
  }
  return Math.ceil(timeout);
}

function readCommand(
  reader: EntryReader,
  command: string,
  type: 'stdio' | 'http' | 'sse' | undefined,
  timeoutMs: number | undefined,
): ServerDefinition | undefined {
  if (command.trim() === '') {
    const message = '`command` is empty. Write the program to start, for example "npx".';
    reader.report('error', { code: 'command-empty', message }, reader.nodeOf('command'));
  }
  if (type === 'http' || type === 'sse') {
    const message = `\`type\` says ${type}, but the entry has a \`command\`. Remove \`type\`, or write \`url\` instead of \`command\`.`;
    reader.report('error', { code: 'type-mismatch', message }, reader.nodeOf('type'));
  }
  const args = reader.texts('args');
  const remote = recognizeMcpRemote(command, args);
  return remote ? bridgedDefinition(reader, remote, timeoutMs) : localDefinition(reader, command, args, timeoutMs);
}

function localDefinition(reader: EntryReader, command: string, args: readonly string[], timeoutMs: number | undefined): LocalDefinition {
  const env = reader.textMap('env', (name) => envNameBreak(name));
  const cwd = reader.text('cwd');
  if (cwd?.trim() === '') {
    const message = '`cwd` is empty. Write a folder, or leave it out to start in the workspace.';
    reader.report('error', { code: 'cwd-empty', message }, reader.nodeOf('cwd'));
  }
  for (const key of ['headers', 'oauth'].filter((unused) => reader.has(unused))) {
    const message = `\`${key}\` has no effect on a local server. Remove it, or pass what the server needs in \`env\`.`;
    reader.report('warning', { code: 'ignored-field', message }, reader.nodeOf(key));
  }
  reader.warnOfPlaceholders('Write the value itself, or set the variable where Greenroom is started and leave it out here.', []);
  return {
    transport: 'stdio',
    command,
    args,
    env: Object.fromEntries(env),
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
