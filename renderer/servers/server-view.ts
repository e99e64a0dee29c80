import type { ServerCard, ServerState } from '../../preload/contract/server.js';
import { seconds } from '../ui/figures.js';
import type { LampShape } from '../ui/tone.js';

/** How a card shows its state: a word and a shape, and whether it needs the person. */
export interface ServerView {
  readonly word: string;
  readonly lamp: LampShape;
  /** The lamp column takes the tone; ready and off stay plain. */
  readonly tinted: boolean;
  /** The person has something to do before it works, or before it works as written. */
  readonly needsAttention: boolean;
  /** Place in the grid, smallest first. */
  readonly rank: number;
}

type Look = Pick<ServerView, 'word' | 'lamp' | 'needsAttention' | 'rank'>;

/** The fixed state words (the same in the window, the tray and the documents). */
const looks: Readonly<Record<ServerState['kind'], Look>> = {
  failed: { word: 'Failed', lamp: 'failed', needsAttention: true, rank: 0 },
  invalid: { word: 'Invalid entry', lamp: 'failed', needsAttention: true, rank: 1 },
  'needs-consent': { word: 'Waits for you', lamp: 'waits', needsAttention: true, rank: 2 },
  'needs-sign-in': { word: 'Needs sign-in', lamp: 'waits', needsAttention: true, rank: 3 },
  'needs-client-id': { word: 'Needs client id', lamp: 'waits', needsAttention: true, rank: 4 },
  starting: { word: 'Starting', lamp: 'starting', needsAttention: false, rank: 6 },
  stopping: { word: 'Stopping', lamp: 'starting', needsAttention: false, rank: 7 },
  ready: { word: 'Ready', lamp: 'ready', needsAttention: false, rank: 8 },
  stopped: { word: 'Stopped', lamp: 'stopped', needsAttention: false, rank: 9 },
  disabled: { word: 'Disabled', lamp: 'disabled', needsAttention: false, rank: 10 },
  'untrusted-folder': { word: 'Untrusted folder', lamp: 'untrusted', needsAttention: false, rank: 11 },
};

/** Rank of a ready server whose entry is no longer what runs. */
const CHANGED_RANK = 5;

/** What to draw for one card. `now` is epoch milliseconds and matters only while it starts. */
export function serverView(card: Pick<ServerCard, 'state' | 'changedOnDisk'>, now: number): ServerView {
  const look = looks[card.state.kind];
  if (card.state.kind === 'ready' && card.changedOnDisk) {
    return { word: 'Ready · changed on disk', lamp: 'changed', tinted: true, needsAttention: true, rank: CHANGED_RANK };
  }
  const word = card.state.kind === 'starting' ? `${look.word} · ${seconds(now - card.state.since)}` : look.word;
  return { ...look, word, tinted: look.needsAttention || look.lamp === 'starting' };
}

/** What is going on while a server starts, in words. */
export function startingWords(state: Extract<ServerState, { kind: 'starting' }>): string {
  switch (state.phase) {
    case 'launching':
      return 'Launching';
    case 'downloading':
      return 'Downloading … (first start)';
    case 'connecting':
      return 'Connecting';
    case 'listing':
      return state.page === undefined ? 'Reading tools' : `Reading tools, page ${state.page}`;
  }
}

/** Why a server waits for a yes. */
export function consentWords(reason: Extract<ServerState, { kind: 'needs-consent' }>['reason']): string {
  switch (reason) {
    case 'new':
      return 'It is new since you trusted this folder. Review what it runs before it starts.';
    case 'changed':
      return 'Its entry changed since you trusted this folder. Review what is different before it starts.';
    case 'uncovered':
      return 'Another file defines this name too, and it took over when the first one went. Review it before it starts.';
  }
}

export type ServerFilter = 'all' | 'attention' | 'ready' | 'off';

/** True when a card belongs under a filter of the room's head. */
export function matchesFilter(card: ServerCard, filter: ServerFilter): boolean {
  const { kind } = card.state;
  if (filter === 'attention') return serverView(card, 0).needsAttention;
  if (filter === 'ready') return kind === 'ready';
  if (filter === 'off') return kind === 'disabled' || kind === 'stopped';
  return true;
}

/** Cards with the most need of attention first; within a rank the order of the files stays. */
export function sortByNeed(cards: readonly ServerCard[]): ServerCard[] {
  return [...cards].sort((a, b) => serverView(a, 0).rank - serverView(b, 0).rank);
}

/** "1 failed, 2 wait for you": the needs of the cards in words, worst first. */
export function attentionWords(cards: readonly ServerCard[]): string {
  const of = (...kinds: ServerState['kind'][]): number => cards.filter((card) => kinds.includes(card.state.kind)).length;
  const changed = cards.filter((card) => card.state.kind === 'ready' && card.changedOnDisk).length;
  const consent = of('needs-consent');
  const invalid = of('invalid');
  const parts: readonly (readonly [number, string])[] = [
    [of('failed'), 'failed'],
    [invalid, 'cannot be read'],
    [consent, consent === 1 ? 'waits for you' : 'wait for you'],
    [of('needs-sign-in'), 'for sign-in'],
    [of('needs-client-id'), 'for a client id'],
    [changed, 'changed on disk'],
  ];
  return parts
    .filter(([many]) => many > 0)
    .map(([many, words]) => `${many} ${words}`)
    .join(', ');
}
