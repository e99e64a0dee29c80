import type { Snapshot } from '../../preload/contract/app.js';
import type { ServerCard } from '../../preload/contract/server.js';

/** The states whose coming is worth a word; what leads to them is not. */
const spoken: Partial<Record<ServerCard['state']['kind'], string>> = {
  ready: 'is ready',
  failed: 'failed',
  'needs-sign-in': 'needs sign-in',
  'needs-client-id': 'needs a client id',
  'needs-consent': 'waits for you',
  invalid: 'has an entry that cannot be read',
  stopped: 'stopped',
  disabled: 'is disabled',
};

/** What changed between two snapshots, for the live region: "memory is ready. 4 of 4 servers ready, 38 tools." Empty when nothing did. */
export function stateChanges(before: Snapshot, next: Snapshot): string {
  const kinds = new Map(before.servers.map((card) => [card.name, card.state.kind]));
  const sentences: string[] = [];
  for (const { name, state } of next.servers) {
    const words = spoken[state.kind];
    if (words !== undefined && kinds.get(name) !== state.kind) sentences.push(`${name} ${words}.`);
  }
  if (sentences.length === 0) return '';
  return [...sentences, `${summaryWords(next.summary)}.`].join(' ');
}

/** "N of M servers ready, T tools", the line that window, tray and terminal share. */
export function summaryWords(summary: Snapshot['summary']): string {
  const servers = summary.enabled === 1 ? 'server' : 'servers';
  const tools = summary.tools === 1 ? 'tool' : 'tools';
  return `${summary.ready} of ${summary.enabled} ${servers} ready, ${summary.tools.toLocaleString('en')} ${tools}`;
}
