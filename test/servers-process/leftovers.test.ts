import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { endLeftovers } from '../../main/servers/leftovers.js';
import { processByPid } from '../../main/servers/process-table.js';
import { machineNow, RunFile } from '../../main/servers/run-file.js';
import { eventually, isAlive, pidsWithEnvironment, prepare, temporaryFolder } from './fixture-launch.js';

const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;

/** A process that no stop of ours knows of, as a killed app leaves it behind; ended by the test at the latest. */
async function startOrphan(env: NodeJS.ProcessEnv): Promise<{ pid: number; started: number; end: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', stubborn], { env: { PATH: '', ...env }, stdio: 'ignore', detached: true });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const facts = await processByPid(child.pid ?? 0);
  if (facts === undefined) throw new Error('the orphan did not start');
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  return { pid: facts.pid, started: facts.started, end };
}

interface Recorded {
  readonly app?: { readonly pid: number; readonly started: number };
  readonly boot?: string;
  readonly namespace?: string;
  readonly children?: readonly { readonly pid: number; readonly started: number }[];
}

/** The record of a run whose app is gone, unless the changes say otherwise. */
async function recordOfDeadApp(stateDir: string, changes: Recorded = {}): Promise<{ readonly marker: string; readonly file: string }> {
  const run = await RunFile.open(stateDir);
  const marker = run.newMarker();
  const file = path.join(stateDir, 'runs', readdirSync(path.join(stateDir, 'runs'))[0] ?? '');
  const record: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // this test's own pid under another start time: what a pid that was given out anew looks like
  writeFileSync(file, JSON.stringify({ ...Object(record), app: { pid: process.pid, started: 1 }, ...changes }));
  return { marker, file };
}

describe('the record of a run', () => {
  it('holds app and children for this person alone, and is gone after close', async () => {
    const stateDir = temporaryFolder();
    const run = await RunFile.open(stateDir);
    const [name = ''] = readdirSync(path.join(stateDir, 'runs'));
    const file = path.join(stateDir, 'runs', name);
    expect(name).toMatch(new RegExp(`^${process.pid}-[0-9a-f]{8}\\.json$`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await Promise.all([run.add({ pid: 10, started: 1 }), run.add({ pid: 11, started: 2 }), run.remove({ pid: 10, started: 1 })]);
    const self = await processByPid(process.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      app: { pid: process.pid, started: self?.started },
      children: [{ pid: 11, started: 2 }],
      ...machineNow(),
    });
    expect(new Set([run.newMarker(), run.newMarker()]).size).toBe(2);
    await run.close();
    expect(readdirSync(path.join(stateDir, 'runs'))).toEqual([]);
  });
});

describe('leftovers of an app that was killed', () => {
  it('P4 are found by marker and by recorded pid, ended, and their record is removed', async () => {
    const stateDir = temporaryFolder();
    const unmarked = await startOrphan({});
    const { marker, file } = await recordOfDeadApp(stateDir, { children: [{ pid: unmarked.pid, started: unmarked.started }] });
    const marked = await startOrphan({ GREENROOM_MARKER: marker });
    await eventually(() => expect(pidsWithEnvironment(marker)).toEqual([marked.pid]));

    const report = await endLeftovers(stateDir);
    expect([...report.ended].sort()).toEqual([unmarked.pid, marked.pid].sort());
    expect(report.leftover).toEqual([]);
    expect([unmarked.pid, marked.pid].filter(isAlive)).toEqual([]);
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  it('are none while that app still runs', async () => {
    const stateDir = temporaryFolder();
    const run = await RunFile.open(stateDir);
    const server = prepare('ignores-stdin.mjs', { marker: run.newMarker() });
    await server.transport.start();
    expect(await endLeftovers(stateDir)).toEqual({ ended: [], leftover: [] });
    expect(isAlive(server.transport.pid ?? 0)).toBe(true);
    await server.transport.stop({ force: true });
    await run.close();
  });

  it.each([
    ['whose marker only begins like one of that run', (marker: string) => ({ GREENROOM_MARKER: `${marker.slice(0, -2)}x.1` }), {}],
    ['whose marker is a part of one of that run', (marker: string) => ({ GREENROOM_MARKER: marker.slice(0, 8) }), {}],
    ['without a marker whose start time is another', () => ({}), { started: 1 }],
  ])('are no process %s', async (_name, envOf, recorded: { started?: number }) => {
    const stateDir = temporaryFolder();
    const { marker, file } = await recordOfDeadApp(stateDir);
    const stranger = await startOrphan(envOf(marker));
    const child = { pid: stranger.pid, started: recorded.started ?? 2 };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), children: [child] }));
    expect(await endLeftovers(stateDir)).toEqual({ ended: [], leftover: [] });
    expect(isAlive(stranger.pid)).toBe(true);
    await stranger.end();
  });

  it('are not looked for by a record of another boot, which is removed, nor of another container, which stays', async () => {
    for (const [changes, left] of [
      [{ boot: 'another' }, 0],
      [{ namespace: 'pid:[1]' }, 1],
    ] as const) {
      const stateDir = temporaryFolder();
      const stranger = await startOrphan({});
      await recordOfDeadApp(stateDir, { ...changes, children: [{ pid: stranger.pid, started: stranger.started }] });
      expect(await endLeftovers(stateDir)).toEqual({ ended: [], leftover: [] });
      expect(isAlive(stranger.pid)).toBe(true);
      expect(readdirSync(path.join(stateDir, 'runs'))).toHaveLength(left);
      await stranger.end();
    }
  });

  it('are none where there is no record, or one that cannot be read', async () => {
    const stateDir = temporaryFolder();
    expect(await endLeftovers(stateDir)).toEqual({ ended: [], leftover: [] });
    const { file } = await recordOfDeadApp(stateDir);
    writeFileSync(file, '{"app":');
    expect(await endLeftovers(stateDir)).toEqual({ ended: [], leftover: [] });
    expect(readdirSync(path.join(stateDir, 'runs'))).toEqual([]);
  });
});
