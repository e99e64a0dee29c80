import { expect, test } from 'vitest';
import type { CallProgress } from '../../main/servers/supervisor.js';
import { eventually, local, Rig } from './rig.js';

const progressing = (rig: Rig) => local('reports-progress', { FIXTURE_FILE: rig.file('calls') });

test('P8: a crash in the middle of a call rejects it at once with exit code and stderr, and the card says the same', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('crash-in-call'));
  const error: unknown = // By the crash, and not by a clock: its own one is longer than the test's.
    await rig.call('crash-in-call', 'crash', {}, { timeoutMs: 600_000 }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'server-crashed',
    message: 'Stopped with exit code 3 during the call. The call may have acted, so it is not repeated.',
    stderrTail: ['about to crash', 'Error: the database went away'],
  });
  await eventually(() => expect(rig.failure('crash-in-call')).toMatchObject({ code: 'crashed', exitCode: 3 }));
  expect(rig.failure('crash-in-call').stderrTail).toContain('Error: the database went away');
  expect(rig.tools('crash-in-call')).toEqual([]);
  expect(rig.supervisor.status('crash-in-call')).toMatchObject({ calls: 1, errors: 1 });
});

test('P8: a call that acted before the crash is not repeated, and the server is not started again by itself', async () => {
  const rig = new Rig();
  const spec = local('crash-in-call', { FIXTURE_FILE: rig.file('acted') });
  await rig.supervisor.start(spec);
  await expect(rig.call('crash-in-call', 'crash')).rejects.toMatchObject({ code: 'server-crashed' });
  await eventually(() => expect(rig.state('crash-in-call').kind).toBe('failed'));
  await rig.supervisor.settled();
  expect(rig.processes()).toEqual([]);
  expect(rig.lines('acted')).toEqual(['acted']);
  await rig.supervisor.start(spec);
  expect((await rig.call('crash-in-call', 'echo', { text: 'back' })).result.blocks).toEqual([{ kind: 'text', text: 'back', cut: false }]);
  expect(rig.lines('acted')).toEqual(['acted']);
});

test('P8: calls in flight end when the server is stopped', async () => {
  const rig = new Rig();
  await rig.supervisor.start(progressing(rig));
  const call = rig.call('reports-progress', 'silent').catch((reason: unknown) => reason);
  await eventually(() => expect(rig.lines('calls')).toHaveLength(1));
  await rig.supervisor.stop('reports-progress');
  expect(await call).toMatchObject({ code: 'server-not-ready' });
});

test('P10: progress keeps a call alive beyond its time, and is told', async () => {
  const rig = new Rig();
  await rig.supervisor.start(progressing(rig));
  const told: CallProgress[] = [];
  // Steps of 100 ms for 6 s under a limit of 3 s.
  const { result } = await rig.call(
    'reports-progress',
    'steps',
    { count: 60 },
    { timeoutMs: 3_000, onProgress: (progress) => told.push(progress) },
  );
  expect(result.blocks).toEqual([{ kind: 'text', text: '60 steps', cut: false }]);
  expect(told[0]).toEqual({ done: 1, message: 'step 1' });
  // The SDK drops a progress that arrives in one chunk with the answer.
  expect(told.at(-1)?.done).toBeGreaterThan(40);
  expect(rig.lines('calls')).toEqual(['steps token']);
});

test('P10: a call that reports progress for ever ends at the ceiling, and the server is told', async () => {
  const rig = new Rig({ clocks: { callCeilingMs: 1_500 } });
  await rig.supervisor.start(progressing(rig));
  const call = rig.call('reports-progress', 'for-ever', {}, { timeoutMs: 1_000 });
  await expect(call).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('the longest that any call may take') });
  await eventually(() => expect(rig.lines('calls').at(-1)).toMatch(/^cancelled \d+$/));
});

test('P10: a call without answer or progress ends by its own time, with a word on how to lengthen it', async () => {
  const rig = new Rig();
  await rig.supervisor.start({ name: 'slow', definition: { ...progressing(rig).definition, timeoutMs: 300 } });
  await expect(rig.call('slow', 'silent')).rejects.toMatchObject({
    code: 'timeout',
    message: 'No answer and no progress within 300 ms. A longer time can be set as "timeout" in the server\'s entry.',
  });
  await eventually(() => expect(rig.lines('calls').at(-1)).toMatch(/^cancelled \d+$/));
  // The server lives on and answers the next call.
  expect((await rig.call('slow', 'steps', { count: 1 }, { timeoutMs: 20_000 })).result.isError).toBe(false);
});

test('P10: Cancel ends the call and sends the cancellation', async () => {
  const rig = new Rig();
  await rig.supervisor.start(progressing(rig));
  const cancel = new AbortController();
  const call = rig.call('reports-progress', 'for-ever', {}, { signal: cancel.signal, onProgress: () => cancel.abort() });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  await eventually(() => expect(rig.lines('calls').at(-1)).toMatch(/^cancelled \d+$/));
  expect(rig.supervisor.status('reports-progress')).toMatchObject({ calls: 1, errors: 0 });
});

test('a call that was cancelled before it began is never sent', async () => {
  const rig = new Rig();
  await rig.supervisor.start(progressing(rig));
  await expect(rig.call('reports-progress', 'silent', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  expect(rig.lines('calls')).toEqual([]);
});

test('a tool that the server does not list, and a server that is not ready, are refused without a call', async () => {
  const rig = new Rig();
  await rig.supervisor.start(progressing(rig));
  await expect(rig.call('reports-progress', 'nope')).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(rig.call('nobody', 'nope')).rejects.toMatchObject({ code: 'server-not-ready' });
  await rig.supervisor.stop('reports-progress');
  await expect(rig.call('reports-progress', 'silent')).rejects.toMatchObject({ code: 'server-not-ready' });
  expect(rig.lines('calls')).toEqual([]);
});

test('a server that asks for roots gets the workspace; sampling and elicitation are refused with a reason', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('asks-client'));
  const ask = async (method: string) => JSON.stringify((await rig.call('asks-client', 'ask', { method })).result.blocks);
  expect(await ask('roots/list')).toContain(`file://${rig.workspace}`);
  expect(await ask('sampling/createMessage')).toContain('does not let servers use the model of the person');
  expect(await ask('elicitation/create')).toContain('does not support it');
  expect(await ask('ping')).toContain('{}');
  expect(rig.logText('asks-client')).toContain('server: [warning] fixture: hello from the server');
});
