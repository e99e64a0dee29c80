import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../main/limits.js';
import { EraVerdicts } from '../../main/servers/era-verdicts.js';
import { eventually, local, Rig } from './rig.js';

const launchesOf = (rig: Rig) => ({ FIXTURE_LAUNCHES: rig.file('launches') });

test('a modern server is spoken to in 2026-07-28, with one launch', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('modern', launchesOf(rig), 'modern-only'));
  expect(rig.state('modern')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
  expect(rig.tools('modern')).toEqual(['echo', 'add-tool']);
  expect((await rig.call('modern', 'echo', { text: 'grüße' })).result.blocks).toEqual([{ kind: 'text', text: 'grüße', cut: false }]);
  expect(rig.lines('launches')).toHaveLength(1);
});

test('a modern server that adds a tool is listed again', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('modern'));
  await rig.call('modern', 'add-tool');
  await eventually(() => expect(rig.tools('modern')).toContain('added'));
});

test('P5: a process that exits on the probe is launched exactly once more, and only once when the era is known', async () => {
  const rig = new Rig();
  const spec = local('exits-before-initialize', launchesOf(rig));
  await rig.supervisor.start(spec);
  expect(rig.state(spec.name).kind).toBe('ready');
  expect(rig.lines('launches')).toHaveLength(2);
  expect(rig.processes()).toHaveLength(1);
  await rig.supervisor.restart(spec);
  expect(rig.state(spec.name).kind).toBe('ready');
  expect(rig.lines('launches')).toHaveLength(3);
});

test('P5: a process that always exits is launched twice and then failed, with the second exit shown', async () => {
  const rig = new Rig();
  const spec = local('exits-before-initialize', launchesOf(rig), 'always');
  await rig.supervisor.start(spec);
  expect(rig.failure(spec.name)).toMatchObject({ code: 'exited-at-start', exitCode: 1 });
  expect(rig.failure(spec.name).stderrTail).toContain('unsupported first message');
  expect(rig.lines('launches')).toHaveLength(2);
});

test('a server that is silent on the probe gets `initialize` on the same process', async () => {
  const rig = new Rig({ clocks: { eraProbeMs: 300 } });
  const spec = local('silent-on-discover', launchesOf(rig));
  await rig.supervisor.start(spec);
  expect(rig.state(spec.name)).toMatchObject({ kind: 'ready', protocol: '2025-11-25' });
  expect(rig.lines('launches')).toHaveLength(1);
});

test('a modern server that is still being downloaded when the probe runs out is taken as modern on the same process', async () => {
  const rig = new Rig({ clocks: { eraProbeMs: 200 } });
  await rig.supervisor.start(local('slow-start', { FIXTURE_DELAY: '1200', FIXTURE_MODERN: '1' }));
  expect(rig.state('slow-start')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
  expect(rig.tools('slow-start')).toEqual(['hello']);
  // Known now: the probe waits for it.
  await rig.supervisor.restart(local('slow-start', { FIXTURE_DELAY: '1200', FIXTURE_MODERN: '1' }));
  expect(rig.state('slow-start')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
});

test('a remembered verdict that no longer holds is dropped with the failed start', async () => {
  const rig = new Rig();
  const spec = local('modern', launchesOf(rig), 'modern-only');
  const verdicts = new EraVerdicts(path.join(rig.stateDir, 'eras.json'));
  await verdicts.remember(spec.definition, 'legacy');
  await rig.supervisor.start(spec);
  expect(rig.failure('modern').code).toBe('handshake-failed');
  await rig.supervisor.start(spec);
  expect(rig.state('modern')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
});

test('verdicts are kept by identity in a file of the person alone, for a week, through a broken file', async () => {
  const rig = new Rig();
  const file = path.join(rig.stateDir, 'eras.json');
  const { definition } = local('modern');
  let now = 1_000;
  await new EraVerdicts(file, () => now).remember(definition, 'legacy');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('modern.mjs');
  const again = new EraVerdicts(file, () => now);
  expect(await again.recall({ ...definition, env: { TOKEN: 'other' } })).toBe('legacy');
  expect(await again.recall({ ...definition, args: ['other'] })).toBeUndefined();
  now += limits.eraVerdictMs + 1;
  expect(await again.recall(definition)).toBeUndefined();
  writeFileSync(file, '{ broken');
  const broken = new EraVerdicts(file);
  expect(await broken.recall(definition)).toBeUndefined();
  await broken.remember(definition, 'modern');
  expect(await new EraVerdicts(file).recall(definition)).toBe('modern');
});
