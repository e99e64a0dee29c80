import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventually, local, Rig } from './rig.js';

test('P5: starts in one tick, and starts during a start, join: one process is launched', async () => {
  const rig = new Rig();
  const spec = local('counts-launches', { FIXTURE_LAUNCHES: rig.file('launches') });
  const first = rig.supervisor.start(spec);
  const second = rig.supervisor.start(spec);
  await eventually(() => expect(rig.lines('launches')).toHaveLength(1));
  const reload = rig.supervisor.startAll([structuredClone(spec)]);
  await Promise.all([first, second, reload]);
  await rig.supervisor.start(spec);
  expect(rig.state(spec.name).kind).toBe('ready');
  expect(rig.lines('launches')).toHaveLength(1);
  expect(rig.processes()).toHaveLength(1);
});

test('P5: at most one process lives, however restarts, stops and starts are mixed', async () => {
  const rig = new Rig();
  const spec = local('counts-launches', { FIXTURE_LAUNCHES: rig.file('launches') });
  await rig.supervisor.start(spec);
  const wishes = [
    rig.supervisor.restart(spec),
    rig.supervisor.restart(spec),
    rig.supervisor.stop(spec.name),
    rig.supervisor.start(spec),
    rig.supervisor.restart(spec),
  ];
  await Promise.all(wishes);
  expect(rig.state(spec.name).kind).toBe('ready');
  expect(rig.lines('launches')).toHaveLength(2);
  expect(rig.processes()).toEqual([Number(rig.lines('launches')[1])]);
  expect(rig.supervisor.status(spec.name)?.health?.pid).toBe(rig.processes()[0]);
});

test('P5: a changed definition ends the running process before its own is launched', async () => {
  const rig = new Rig();
  const env = { FIXTURE_LAUNCHES: rig.file('launches') };
  await rig.supervisor.start(local('counts-launches', env));
  await rig.supervisor.start(local('counts-launches', { ...env, OTHER: 'value' }));
  expect(rig.lines('launches')).toHaveLength(2);
  expect(rig.processes()).toEqual([Number(rig.lines('launches')[1])]);
});

test('P6: a server that never answers fails by its own clock and holds up no other', async () => {
  const rig = new Rig({ clocks: { startMs: 6_000 } });
  // The slowest first: one after the other, the quick ones would wait for it.
  const specs = ['never', '2000', '0'].map((delay) => ({ ...local('slow-start', { FIXTURE_DELAY: delay }), name: delay }));
  const all = rig.supervisor.startAll(specs);
  await eventually(() => expect(rig.state('0').kind).toBe('ready'));
  expect(rig.state('2000').kind).toBe('starting');
  await eventually(() => expect(rig.state('2000').kind).toBe('ready'));
  expect(rig.state('never').kind).toBe('starting');
  await all;
  expect(rig.failure('never')).toMatchObject({ code: 'start-timeout' });
  expect(rig.failure('never').headline).toContain('given up while connecting');
  expect(rig.processes()).toHaveLength(2);
});

test('P6: a command that may download first has its own clock until its first frame comes', async () => {
  const rig = new Rig({ clocks: { startMs: 1_500, firstDownloadMs: 20_000 } });
  const { definition } = local('slow-start', { FIXTURE_DELAY: '2500' });
  const npx = rig.file('npx');
  symlinkSync(process.execPath, npx);
  await rig.supervisor.start({ name: 'slow', definition: { ...definition, command: npx } });
  expect(rig.state('slow').kind).toBe('ready');
  expect(rig.states.get('slow')).toEqual(['launching', 'downloading', 'connecting', 'listing', 'ready']);
});

test('a stop during a start gives the start up, and the last wish wins', async () => {
  const rig = new Rig();
  const spec = local('slow-start', { FIXTURE_DELAY: 'never' });
  const start = rig.supervisor.start(spec);
  await eventually(() => expect(rig.processes()).toHaveLength(1));
  const stop = rig.supervisor.stop(spec.name, { force: true });
  expect(rig.state(spec.name).kind).toBe('stopping');
  await Promise.all([start, stop]);
  expect(rig.state(spec.name)).toMatchObject({ kind: 'stopped', reason: 'by-person' });
  expect(rig.processes()).toEqual([]);
});

test('a command that is not there fails with its name, and with no process', async () => {
  const rig = new Rig();
  const definition = { transport: 'stdio' as const, command: 'no-such-command-here', args: [], env: {} };
  await rig.supervisor.start({ name: 'missing', definition });
  expect(rig.failure('missing').code).toBe('command-not-found');
  expect(rig.failure('missing').headline).toContain('no-such-command-here');
});

test('a server that exits at its start fails with exit code and stderr, and can be started again', async () => {
  const rig = new Rig();
  const spec = local('exits-with-code', { FIXTURE_CODE: '7' });
  await rig.supervisor.start(spec);
  expect(rig.failure(spec.name)).toMatchObject({ code: 'exited-at-start', exitCode: 7, stderrTail: ['could not start'] });
  await rig.supervisor.restart({ name: spec.name, definition: { ...spec.definition, env: {} } });
  expect(rig.state(spec.name).kind).toBe('ready');
});

test('forgetting a server stops it and drops all that was known of it', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('counts-launches', { FIXTURE_LAUNCHES: rig.file('launches') }));
  await rig.supervisor.forget('counts-launches');
  expect(rig.supervisor.names()).toEqual([]);
  expect(rig.supervisor.status('counts-launches')).toBeUndefined();
  expect(rig.processes()).toEqual([]);
});
