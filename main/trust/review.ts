import type { CommandPart, ReviewItem, ReviewValue, Risk, TrustReview } from '../../preload/contract/trust.js';
import type { ServerDefinition, ServerEntry } from '../config/definition.js';
import { commandLine } from '../config/masking.js';
import { isProviderKey } from '../config/provider-keys.js';
import { changedParts, hashDefinition, type DefinitionHash } from './definition-hash.js';
import type { FolderTrust, ServerTrust } from './folder-trust.js';
import { revealHidden } from './hidden-characters.js';
import { keyedHash } from './keyed-hash.js';
import { isLoaderVariable } from './loader-variables.js';
import { hiddenRisk, markRisks } from './risk.js';

/** What a review is made from. `folder` is a real path; `key` is the one the trust was opened with. */
export interface ReviewSubject {
  readonly folder: string;
  readonly entries: readonly ServerEntry[];
  readonly trust: FolderTrust;
  readonly key: Uint8Array;
}

interface Readable {
  readonly entry: ServerEntry;
  readonly definition: ServerDefinition;
  readonly hash: DefinitionHash;
}

const statusOf: Readonly<Record<ServerTrust, ReviewItem['status']>> = {
  trusted: 'unchanged',
  new: 'new',
  changed: 'changed',
  uncovered: 'changed',
};
const order: readonly ReviewItem['status'][] = ['new', 'changed', 'unchanged'];

function readable(entries: readonly ServerEntry[], key: Uint8Array): Readable[] {
  return entries.flatMap((entry) => {
    if (!entry.definition.ok) return [];
    return [{ entry, definition: entry.definition.value, hash: hashDefinition(key, entry.definition.value) }];
  });
}

function reviewValue(name: string, value: string, isEnv: boolean): ReviewValue {
  const loader = isEnv && isLoaderVariable(name);
  return { name, ...(loader && { value: revealHidden(value, 'risky') }), loader, providerKey: isEnv && isProviderKey(name) };
}

const environment = (definition: ServerDefinition): [string, string][] =>
  definition.transport === 'stdio' ? Object.entries(definition.env) : [];
const headers = (definition: ServerDefinition): [string, string][] =>
  definition.transport === 'stdio' ? [] : Object.entries(definition.headers);

function environmentRisks(names: readonly string[]): Risk[] {
  const loaders = names.filter(isLoaderVariable);
  const keys = names.filter(isProviderKey);
  return [
    ...loaders.map((name): Risk => ({
      code: 'loader-variable',
      title: `Sets ${name}.`,
      detail: 'This variable decides what code the program loads or runs besides its command.',
    })),
    ...keys.map((name): Risk => ({
      code: 'inherited-key',
      title: `Gets ${name}.`,
      detail: 'The entry hands a model provider’s key to this server, which could spend on that account.',
    })),
  ];
}

function isPlainHttp(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const plainHttp: Risk = {
  code: 'plain-http',
  title: 'Sends everything unencrypted.',
  detail: 'Anybody on the way can read and change it, tokens included. Ask for an https address.',
};

/** Risks of everything but the command line or URL itself. */
function otherRisks(name: string, definition: ServerDefinition): Risk[] {
  const values = [...environment(definition), ...headers(definition)];
  const cwd = definition.transport === 'stdio' ? (definition.cwd ?? '') : '';
  const hidden = [
    hiddenRisk(name, 'the server’s name'),
    hiddenRisk(cwd, 'the working folder'),
    ...values.flatMap(([key, value]) => [hiddenRisk(key, 'the name of a value'), hiddenRisk(value, `the value of ${key}`)]),
  ];
  return [
    ...environmentRisks(environment(definition).map(([key]) => key)),
    ...hidden.filter((risk) => risk !== undefined),
    ...(definition.transport !== 'stdio' && isPlainHttp(definition.url) ? [plainHttp] : []),
  ];
}

function reviewItem({ entry, definition, hash }: Readable, { folder, trust }: ReviewSubject, verdict: ServerTrust): ReviewItem {
  const status = statusOf[verdict];
  const before = status === 'changed' ? trust.record(folder, entry.name) : undefined;
  const { parts, risks } = markRisks(commandLine(definition), definition.transport === 'stdio' ? 'the command' : 'the address');
  const changes = before === undefined ? [] : [...(verdict === 'uncovered' ? ['file'] : []), ...changedParts(before, hash)];
  return {
    name: entry.name,
    status,
    transport: definition.transport,
    file: entry.source.display,
    line: entry.source.line,
    hides: entry.hides.map(({ display }) => display),
    disabled: entry.disabled,
    command: parts,
    ...(before !== undefined && { before: revealHidden(before.command) }),
    ...(definition.transport === 'stdio' && definition.cwd !== undefined && { cwd: definition.cwd }),
    env: environment(definition).map(([name, value]) => reviewValue(name, value, true)),
    headers: headers(definition).map(([name, value]) => reviewValue(name, value, false)),
    changes,
    risks: [...risks, ...otherRisks(entry.name, definition)],
  };
}

/** Binds an answer to what was shown: folder, names, files, definitions, in any order. */
function reviewToken({ folder, key }: ReviewSubject, items: readonly Readable[]): string {
  const shown = items.map(({ entry, hash }) =>
    keyedHash(key, 'greenroom/review-item/1', [entry.name, entry.source.file, String(entry.disabled), hash.whole]),
  );
  return keyedHash(key, 'greenroom/review/1', [folder, ...shown.sort()]);
}

/**
 * What a person is asked to agree to: every readable entry, disabled ones too, new and changed ones first. Holds whole
 * commands: it may go to the trust dialog and nowhere else.
 */
export function buildReview(subject: ReviewSubject): TrustReview {
  const items = readable(subject.entries, subject.key);
  const verdict = subject.trust.verdict(subject.folder, subject.entries);
  const shown = items.map((item) => reviewItem(item, subject, verdict.servers.get(item.entry.name) ?? 'new'));
  return {
    token: reviewToken(subject, items),
    folder: subject.folder,
    ...(verdict.trustedAt !== undefined && { trustedAt: verdict.trustedAt }),
    items: shown.sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)),
  };
}

/** The whole value of one variable or header, for the trust dialog only; undefined when the entry has none of that name. */
export function revealValue(
  entries: readonly ServerEntry[],
  server: string,
  kind: 'env' | 'header',
  name: string,
): CommandPart[] | undefined {
  const entry = entries.find((candidate) => candidate.name === server);
  if (entry === undefined || !entry.definition.ok) return undefined;
  const values = kind === 'env' ? environment(entry.definition.value) : headers(entry.definition.value);
  const found = values.find(([key]) => key === name);
  return found === undefined ? undefined : revealHidden(found[1]);
}
