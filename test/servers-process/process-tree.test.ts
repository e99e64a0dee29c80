import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseCimJson, parseProcStat, parsePsOutput, type ProcessFacts } from '../../main/servers/process-facts.js';
import { listProcesses, processByPid } from '../../main/servers/process-table.js';
import { provenMembers, type TreeClaim } from '../../main/servers/process-tree.js';

const rest = '0 -1 4194560 1 0 0 0 0 0 0 0 20 0 7 0 8123 1000 200';

describe('reading the process table', () => {
  it.each([
    ['a plain name', 'node'],
    ['spaces', 'Web Content'],
    ['parentheses', 'a) S 1 2 3 (b'],
    ['a line break', 'two\nlines'],
    ['nothing', ''],
  ])('reads a stat line whose name has %s', (_what, name) => {
    expect(parseProcStat(`42 (${name}) S 7 41 40 ${rest}`)).toEqual({
      pid: 42,
      parent: 7,
      group: 41,
      session: 40,
      started: 8_123,
      name,
    });
  });

  it('takes a zombie for gone unless it is asked for, and other text for no process', () => {
    const zombie = `42 (sh) Z 7 41 40 ${rest}`;
    expect(parseProcStat(zombie)).toBeUndefined();
    expect(parseProcStat(zombie, { zombies: true })).toMatchObject({ pid: 42 });
    expect(['', 'x', '1 (a', '1 (a) S 1'].map((text) => parseProcStat(text))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('reads the output of ps', () => {
    const output = [
      '  501     1   501 Ss   Mon Mar  3 09:05:01 2025     /Applications/My App.app/Contents/MacOS/My App',
      '  502   501   501 Z    Mon Mar 13 09:05:02 2025     (defunct)',
      'garbage',
      '  503   501   503 S+   Tue Dec 31 23:59:59 2024     node',
      '',
    ].join('\n');
    expect(parsePsOutput(output)).toMatchObject([
      { pid: 501, parent: 1, group: 501, name: '/Applications/My App.app/Contents/MacOS/My App' },
      { pid: 503, parent: 501, group: 503, name: 'node' },
    ]);
    const [first, second] = parsePsOutput(output);
    expect(first?.started).toBeGreaterThan(second?.started ?? Infinity);
  });

  it('reads what PowerShell answers, one process or many', () => {
    const one = { ProcessId: 8, ParentProcessId: 4, Name: 'node.exe', Started: 1_700_000_000_000 };
    expect(parseCimJson(JSON.stringify(one))).toMatchObject([{ pid: 8, parent: 4, started: 1_700_000_000_000, name: 'node.exe' }]);
    expect(parseCimJson(JSON.stringify([one, { ProcessId: 0, ParentProcessId: 0, Name: null, Started: null }]))).toHaveLength(1);
    expect(parseCimJson('no JSON')).toEqual([]);
  });

  it('finds this very process with its start time, and nothing behind a pid that is free', async () => {
    const self = await processByPid(process.pid);
    expect(self).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect((await listProcesses()).find((facts) => facts.pid === process.pid)?.started).toBe(self?.started);
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await processByPid(child.pid ?? 0)).toBeUndefined();
  });

  it('reads anew for a caller that comes while a look is under way', async () => {
    const first = listProcesses();
    const [second, third] = [listProcesses(), listProcesses()];
    expect(second).toBe(third);
    expect(second).not.toBe(first);
    expect(await first).not.toBe(await second);
  });
});

const facts = (pid: number, changes: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  started: 100,
  name: 'x',
  ...changes,
});
const claim = (changes: Partial<TreeClaim> = {}): TreeClaim => ({
  root: { pid: 50, started: 100 },
  known: [],
  ownsMarker: (marker) => marker === 'ours',
  ...changes,
});
const pids = (found: readonly ProcessFacts[]): number[] => found.map(({ pid }) => pid).sort((a, b) => a - b);

describe('what is provably of a tree', () => {
  it('is the root, its group and session, its descendants, and what carries our marker', () => {
    const table = [
      facts(50),
      facts(51, { group: 50, session: 50 }),
      facts(52, { session: 50 }),
      facts(53, { parent: 52, started: 120 }),
      facts(54, { parent: 53, started: 130 }),
      facts(60, { marker: 'ours' }),
      facts(61, { parent: 60 }),
      facts(70, { marker: 'ours-not' }),
      facts(71),
    ];
    expect(pids(provenMembers(claim(), table))).toEqual([50, 51, 52, 53, 54, 60, 61]);
  });

  it('is nothing of a process that got the pid of the root anew, nor of its group', () => {
    const table = [facts(50, { started: 900 }), facts(51, { group: 50, parent: 50, started: 901 })];
    expect(provenMembers(claim(), table)).toEqual([]);
  });

  it('is the group of a root that has gone only while a member is proven otherwise', () => {
    const orphan = facts(51, { group: 50, session: 50 });
    expect(provenMembers(claim(), [orphan])).toEqual([]);
    expect(pids(provenMembers(claim({ known: [{ pid: 51, started: 100 }] }), [orphan]))).toEqual([51]);
    const sibling = facts(52, { group: 50, session: 50, marker: 'ours' });
    expect(pids(provenMembers(claim(), [orphan, sibling]))).toEqual([51, 52]);
  });

  it('is no child that is older than its parent: the parent got that pid later', () => {
    expect(pids(provenMembers(claim(), [facts(50), facts(51, { parent: 50, started: 90 })]))).toEqual([50]);
  });

  it('is a member seen earlier only under the same start time', () => {
    const seen = claim({ root: undefined, known: [{ pid: 80, started: 5 }] });
    expect(pids(provenMembers(seen, [facts(80, { started: 5 }), facts(81)]))).toEqual([80]);
    expect(provenMembers(seen, [facts(80, { started: 6 })])).toEqual([]);
  });
});
