import type { ServerCard, ServerState } from '../../preload/contract/server.js';
import { sameDefinition } from '../config/changes.js';
import type { ServerDefinition, ServerEntry } from '../config/definition.js';
import { maskedCommandLine } from '../config/masking.js';
import type { ServerStatus } from '../servers/supervisor.js';

/** What trust says of one entry in the open folder. */
export type EntryTrust = 'trusted' | 'new' | 'changed' | 'uncovered';

/** What is known of one server when its card is drawn. */
export interface CardFacts {
  readonly entry: ServerEntry;
  /** The entry as it was when the server was last started; absent when it never was. */
  readonly started?: ServerEntry | undefined;
  readonly status?: ServerStatus | undefined;
  readonly folderTrusted: boolean;
  readonly trust: EntryTrust;
  /** The entry is no longer in any file, but its server still runs. */
  readonly vanished: boolean;
  readonly tokens?: { lines: number; full: number } | undefined;
}

const liveKinds: ReadonlySet<ServerState['kind']> = new Set(['starting', 'ready', 'stopping']);
const appliedKinds: ReadonlySet<ServerState['kind']> = new Set(['starting', 'ready', 'failed', 'needs-sign-in', 'needs-client-id']);

/** True while a process or connection of this server may exist. */
export function isLive(status: ServerStatus | undefined): boolean {
  return status !== undefined && liveKinds.has(status.state.kind);
}

/** The one state of a card. What runs is told first: a hand edit of the file does not hide a running process. */
export function cardState({ entry, status, folderTrusted, trust }: CardFacts): ServerState {
  if (status !== undefined && isLive(status)) return status.state;
  if (!entry.definition.ok) return { kind: 'invalid', problem: entry.definition.problem };
  if (!folderTrusted) return { kind: 'untrusted-folder' };
  if (entry.disabled) return { kind: 'disabled' };
  if (trust !== 'trusted') return { kind: 'needs-consent', reason: trust };
  return status?.state ?? { kind: 'stopped', reason: 'not-started', at: 0 };
}

function isChangedOnDisk({ entry, started, status, vanished }: CardFacts): boolean {
  if (status === undefined || started === undefined || !appliedKinds.has(status.state.kind)) return false;
  if (vanished) return true;
  if (isLive(status) && entry.disabled !== started.disabled) return true;
  if (!entry.definition.ok || !started.definition.ok) return entry.definition.ok !== started.definition.ok;
  return !sameDefinition(entry.definition.value, started.definition.value);
}

/** How a server is reached, with what can be said of an entry that cannot be read. */
function transportFacts(definition: ServerDefinition | undefined): Pick<ServerCard, 'transport' | 'viaMcpRemote' | 'commandLine'> {
  if (definition === undefined) return { transport: 'stdio', viaMcpRemote: false, commandLine: '' };
  return {
    transport: definition.transport,
    viaMcpRemote: definition.transport !== 'stdio' && definition.viaMcpRemote,
    commandLine: maskedCommandLine(definition),
  };
}

/** Builds one whole card. Pure. */
export function buildCard(facts: CardFacts): ServerCard {
  const { entry, status } = facts;
  const live = isLive(status) ? status : undefined;
  const definition = live?.definition ?? (entry.definition.ok ? entry.definition.value : undefined);
  return {
    name: entry.name,
    state: cardState(facts),
    ...transportFacts(definition),
    source: { file: entry.source.display, line: entry.source.line, writable: facts.folderTrusted },
    hides: entry.hides.map((source) => source.display),
    ...(entry.description === undefined ? {} : { description: entry.description }),
    disabled: entry.disabled,
    preload: entry.preload,
    warnings: [...entry.warnings],
    changedOnDisk: isChangedOnDisk(facts),
    ...(live?.health === undefined ? {} : { health: live.health }),
    tools: live?.tools.length ?? 0,
    rejectedTools: live === undefined ? [] : [...live.rejectedTools],
    ...(live?.toolsCut === undefined ? {} : { toolsCut: live.toolsCut }),
    ...(facts.tokens === undefined ? {} : { tokens: facts.tokens }),
    calls: status?.calls ?? 0,
    errors: status?.errors ?? 0,
    noiseLines: status?.noiseLines ?? 0,
  };
}
