import { expect, test } from 'vitest';
import { limits } from '../../main/limits.js';
import { checkTool, readToolList } from '../../main/servers/tool-listing.js';
import { eventually, local, Rig } from './rig.js';

const page = (names: string[], nextCursor?: unknown) => ({
  tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
  nextCursor,
});

test('P26: bad tools are named with the reason and cost no good one', async () => {
  const rig = new Rig();
  await rig.supervisor.start(local('bad-tools'));
  expect(rig.state('bad-tools').kind).toBe('ready');
  expect(rig.tools('bad-tools')).toEqual(['good', 'broken-output', 'no-type']);
  expect(rig.supervisor.status('bad-tools')?.rejectedTools).toEqual([
    { name: 'no-schema', reason: 'It has no inputSchema.' },
    { name: 'text-schema', reason: 'Its inputSchema is of type "string", not "object".' },
    { name: '(entry 3)', reason: 'It has no name.' },
    { name: 'list-schema', reason: 'Its inputSchema is no object.' },
    { name: '(entry 5)', reason: 'It is no object.' },
    { name: 'good', reason: 'Listed more than once; the first one is used.' },
  ]);
  expect(rig.supervisor.status('bad-tools')?.tools[1]).not.toHaveProperty('outputSchema');
  expect(rig.logText('bad-tools')).toContain('Tool broken-output: its outputSchema is no object and is left out.');
  expect((await rig.call('bad-tools', 'broken-output')).result.blocks).toEqual([{ kind: 'text', text: 'called', cut: false }]);
});

test('P26: a bad tool costs no good one in the era of 2026-07-28 either, and a list without any good one is a ready server', async () => {
  const rig = new Rig();
  await rig.supervisor.startAll([
    local('bad-tools', { FIXTURE_MODERN: '1' }),
    { ...local('bad-tools', {}, 'everything-bad'), name: 'all' },
  ]);
  expect(rig.state('bad-tools')).toMatchObject({ kind: 'ready', protocol: '2026-07-28' });
  expect(rig.tools('bad-tools')).toEqual(['good', 'broken-output', 'no-type']);
  expect(rig.state('all').kind).toBe('ready');
  expect(rig.supervisor.status('all')?.rejectedTools).toHaveLength(5);
});

test('P31: all pages are read, an empty cursor ends the list, and a repeated one ends it and is told', async () => {
  const rig = new Rig();
  const specs = ['three', 'empty', 'repeat', 'broken'].map((mode) => ({ ...local('paged-tools', { FIXTURE_PAGES: mode }), name: mode }));
  await rig.supervisor.startAll(specs);
  const all = ['tool-1a', 'tool-1b', 'tool-2a', 'tool-2b', 'tool-3a', 'tool-3b'];
  expect(rig.tools('three')).toEqual(all);
  expect(rig.supervisor.status('three')?.toolsCut).toBeUndefined();
  expect(rig.tools('empty')).toEqual(all);
  expect(rig.supervisor.status('empty')?.toolsCut).toBeUndefined();
  expect(rig.tools('repeat')).toEqual(all.slice(0, 4));
  expect(rig.supervisor.status('repeat')?.toolsCut).toContain('the same cursor again');
  expect(rig.tools('broken')).toEqual(all.slice(0, 2));
  expect(rig.supervisor.status('broken')?.toolsCut).toContain('page 2 holds no list of tools');
});

test('P31: a list that never ends is cut at the cap of pages, and says so', async () => {
  let asked = 0;
  const list = await readToolList((_cursor, number) => Promise.resolve((asked++, page([`tool-${number}`], `cursor-${number}`))));
  expect(asked).toBe(limits.listPages);
  expect(list.tools).toHaveLength(limits.listPages);
  expect(list.cut).toBe(`The list was cut after ${limits.listPages} pages.`);
});

test('P31: a list of too many tools is cut at the cap of tools, and what is named as bad is capped as well', async () => {
  const many = Array.from({ length: limits.listTools + 1 }, (_, n) => `tool-${n}`);
  const list = await readToolList(() => Promise.resolve(page(many)));
  expect(list.tools).toHaveLength(limits.listTools);
  expect(list.cut).toContain('cut at 5000 tools');
  const bad = await readToolList(() => Promise.resolve({ tools: many.map(() => null) }));
  expect(bad.rejected).toHaveLength(limits.rejectedTools + 1);
  expect(bad.rejected.at(-1)?.name).toBe(`(${many.length - limits.rejectedTools} more)`);
});

test('P31: a cursor that is no text ends the list and is told', async () => {
  const list = await readToolList(() => Promise.resolve(page(['one'], 7)));
  expect(list.cut).toContain('its cursor to the next page is no text');
});

test('a first page that is no list, or that is an error, fails the listing', async () => {
  await expect(readToolList(() => Promise.resolve({ tools: {} }))).rejects.toMatchObject({ code: 'list-failed' });
  await expect(readToolList(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test.each([
  ['a title from the annotations', { name: 'a', inputSchema: {}, annotations: { title: 'T' } }, { title: 'T' }],
  ['a schema of several types', { name: 'a', inputSchema: { type: ['object', 'null'] } }, { inputSchema: { type: ['object', 'null'] } }],
  ['a description that is no text', { name: 'a', inputSchema: {}, description: {} }, { description: '' }],
  ['a name like a prototype', { name: '__proto__', inputSchema: {} }, { name: '__proto__' }],
])('a tool is taken with %s', (_what, entry, expected) => {
  expect(checkTool(entry, 0)).toMatchObject({ tool: expected });
});

test('a name of 1,001 characters is refused and shown short', () => {
  expect(checkTool({ name: 'n'.repeat(1_001), inputSchema: {} }, 4)).toEqual({
    rejected: { name: `${'n'.repeat(60)}… (entry 5)`, reason: 'Its name is longer than 1000 characters.' },
  });
});

test('a burst of list_changed is one new listing, told once', async () => {
  const rig = new Rig({ clocks: { listChangedDebounceMs: 100 } });
  await rig.supervisor.start(local('list-changed'));
  expect(rig.toolChanges).toHaveLength(1);
  await rig.call('list-changed', 'grow');
  await eventually(() => expect(rig.tools('list-changed')).toEqual(['grow', 'grown-1']));
  await rig.call('list-changed', 'grow');
  await eventually(() => expect(rig.tools('list-changed')).toHaveLength(3));
  expect(rig.logText('list-changed').match(/stderr: listed/g)).toHaveLength(3);
  expect(rig.toolChanges).toHaveLength(3);
});
