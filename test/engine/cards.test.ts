import { describe, expect, it } from 'vitest';
import { buildCard, cardState } from '../../main/engine/cards.js';
import { aStatus, anEntry, facts, problem, ready } from './card-facts.js';

describe('the one state of a card', () => {
  it('tells what runs before anything that forbids a start', () => {
    const status = aStatus(ready);
    expect(cardState(facts({ status, entry: anEntry({ disabled: true }) })).kind).toBe('ready');
    expect(cardState(facts({ status, trust: 'changed' })).kind).toBe('ready');
  });

  it.each([
    ['invalid', facts({ entry: anEntry({ definition: { ok: false, problem } }), folderTrusted: false })],
    ['untrusted-folder', facts({ folderTrusted: false, entry: anEntry({ disabled: true }) })],
    ['disabled', facts({ entry: anEntry({ disabled: true }), trust: 'new' })],
    ['needs-consent', facts({ trust: 'uncovered' })],
    ['stopped', facts()],
    ['needs-sign-in', facts({ status: aStatus({ kind: 'needs-sign-in', message: 'The server answered 401.' }) })],
  ])('is %s', (kind, given) => {
    expect(cardState(given).kind).toBe(kind);
  });

  it('is consent needed, not failed, when a failed server was changed on disk', () => {
    const failure = { code: 'crashed', headline: 'Stopped.', hint: '', stderrTail: [], at: 1 } as const;
    expect(cardState(facts({ status: aStatus({ kind: 'failed', failure: { ...failure, stderrTail: [] } }), trust: 'changed' })).kind).toBe(
      'needs-consent',
    );
  });
});

describe('changed on disk', () => {
  const other = anEntry({ definition: { ok: true, value: { transport: 'stdio', command: 'node', args: ['other.js'], env: {} } } });

  it('is said when the entry is no longer what runs', () => {
    expect(buildCard(facts({ status: aStatus(ready), started: anEntry(), entry: other })).changedOnDisk).toBe(true);
    expect(buildCard(facts({ status: aStatus(ready), started: anEntry(), vanished: true })).changedOnDisk).toBe(true);
    expect(buildCard(facts({ status: aStatus(ready), started: anEntry(), entry: anEntry({ disabled: true }) })).changedOnDisk).toBe(true);
  });

  it('is not said when the file was only reformatted, or nothing runs', () => {
    const moved = anEntry({ source: { ...anEntry().source, line: 40, column: 1 } });
    expect(buildCard(facts({ status: aStatus(ready), started: anEntry(), entry: moved })).changedOnDisk).toBe(false);
    expect(buildCard(facts({ entry: other })).changedOnDisk).toBe(false);
  });

  it('shows the command that runs, not the one in the file', () => {
    const status = aStatus(ready);
    expect(buildCard(facts({ status, started: anEntry(), entry: other })).commandLine).toContain('server.js');
  });
});
