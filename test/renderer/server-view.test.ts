import { describe, expect, it } from 'vitest';
import { attentionWords, matchesFilter, serverView, sortByNeed, startingWords } from '../../renderer/servers/server-view.js';
import { failedState, sampleCard } from './sample-cards.js';

const problem = { code: 'no-command', severity: 'error', message: 'It has no command.' } as const;
const all = [
  sampleCard('ready'),
  sampleCard('disabled', { state: { kind: 'disabled' }, disabled: true }),
  sampleCard('stopped', { state: { kind: 'stopped', reason: 'by-person', at: 0 } }),
  sampleCard('starting', { state: { kind: 'starting', phase: 'launching', since: 0, deadline: 60_000 } }),
  sampleCard('edited', { changedOnDisk: true }),
  sampleCard('waiting', { state: { kind: 'needs-consent', reason: 'new' } }),
  sampleCard('signing', { state: { kind: 'needs-sign-in', message: 'The server answered 401.' } }),
  sampleCard('unreadable', { state: { kind: 'invalid', problem } }),
  sampleCard('failed', { state: failedState() }),
];

describe('the order of the cards', () => {
  it('puts first what needs the person most, and last what is off', () => {
    expect(sortByNeed(all).map((card) => card.name)).toEqual([
      'failed',
      'unreadable',
      'waiting',
      'signing',
      'edited',
      'starting',
      'ready',
      'stopped',
      'disabled',
    ]);
  });

  it('keeps the order of the files within one need', () => {
    expect(sortByNeed([sampleCard('b'), sampleCard('a')]).map((card) => card.name)).toEqual(['b', 'a']);
  });
});

describe('what needs attention', () => {
  it('is counted by what the person can do about it', () => {
    const needy = all.filter((card) => matchesFilter(card, 'attention'));
    expect(needy.map((card) => card.name)).toEqual(['edited', 'waiting', 'signing', 'unreadable', 'failed']);
    expect(attentionWords(needy)).toBe('1 failed, 1 cannot be read, 1 waits for you, 1 for sign-in, 1 changed on disk');
  });

  it('leaves disabled and stopped servers under Off', () => {
    expect(all.filter((card) => matchesFilter(card, 'off')).map((card) => card.name)).toEqual(['disabled', 'stopped']);
  });
});

describe('the word of a state', () => {
  it('counts the seconds of a start', () => {
    const card = sampleCard('a', { state: { kind: 'starting', phase: 'downloading', since: 1_000, deadline: 301_000 } });
    expect(serverView(card, 15_400).word).toBe('Starting · 14 s');
  });

  it('says what a start is doing', () => {
    const state = { kind: 'starting', since: 0, deadline: 1 } as const;
    expect(startingWords({ ...state, phase: 'downloading' })).toBe('Downloading … (first start)');
    expect(startingWords({ ...state, phase: 'listing', page: 3 })).toBe('Reading tools, page 3');
  });

  it('never shows two different states by the same word', () => {
    const words = all.map((card) => serverView(card, 0).word);
    expect(new Set(words).size).toBe(words.length);
  });
});
