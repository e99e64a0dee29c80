import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerEntry } from '../../main/config/definition.js';
import { FolderTrust } from '../../main/trust/folder-trust.js';
import { buildReview, revealValue } from '../../main/trust/review.js';
import type { TrustReview } from '../../preload/contract/trust.js';
import { entry, local, remote, sampleKey } from './sample-entries.js';

let home: string;
let trust: FolderTrust;
const review = (entries: readonly ServerEntry[]): TrustReview => buildReview({ folder: '/w', entries, trust, key: sampleKey });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'greenroom-review-'));
  trust = await FolderTrust.open({ file: join(home, 'trust.json'), key: sampleKey });
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('new and changed servers come first, with what they were and the names of what changed', async () => {
  const same = entry('same', local());
  const before = entry('moved', local({ args: ['a'], env: { T: '1' } }));
  await trust.accept('/w', [same, before]);
  const after = entry('moved', local({ args: ['b'], env: { T: '2' } }));
  const { items, trustedAt } = review([same, after, entry('fresh', local({ command: 'x' }))]);
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['fresh', 'new'],
    ['moved', 'changed'],
    ['same', 'unchanged'],
  ]);
  expect(items[1]).toMatchObject({ changes: ['args', 'env T'], before: [{ kind: 'plain', text: 'node a' }] });
  expect(trustedAt).toBeTypeOf('number');
});

test('an uncovered entry is shown as a change of file', async () => {
  await trust.accept('/w', [entry('a', local(), { file: '/h/mcp.json', hidden: ['/w/.mcp.json'] })]);
  expect(review([entry('a', local(), { file: '/w/.mcp.json' })]).items[0]).toMatchObject({ status: 'changed', changes: ['file'] });
});

test('loader variables show their value and count as risky; other values are masked until revealed', () => {
  const entries = [entry('a', local({ env: { NODE_OPTIONS: '--require ./x\u200b.js', TOKEN: 'sk-secret', OPENAI_API_KEY: 'k' } }))];
  const [item] = review(entries).items;
  expect(item?.env).toEqual([
    {
      name: 'NODE_OPTIONS',
      loader: true,
      providerKey: false,
      value: [
        { kind: 'risky', text: '--require ./x' },
        { kind: 'hidden', text: 'U+200B' },
        { kind: 'risky', text: '.js' },
      ],
    },
    { name: 'TOKEN', loader: false, providerKey: false },
    { name: 'OPENAI_API_KEY', loader: false, providerKey: true },
  ]);
  expect(item?.risks.map(({ code }) => code)).toEqual(['loader-variable', 'inherited-key', 'hidden-character']);
  expect(JSON.stringify(review(entries))).not.toContain('sk-secret');
  expect(revealValue(entries, 'a', 'env', 'TOKEN')).toEqual([{ kind: 'plain', text: 'sk-secret' }]);
  expect(revealValue(entries, 'a', 'header', 'TOKEN')).toBeUndefined();
  expect(revealValue(entries, 'b', 'env', 'TOKEN')).toBeUndefined();
  expect(revealValue(entries, 'a', 'env', 'constructor')).toBeUndefined();
});

test('the command is shown whole: no mask, nothing cut', () => {
  const long = 'x'.repeat(50_000);
  const [item] = review([entry('a', local({ args: ['--token', 'ghp_secretsecret', long] }))]).items;
  expect(item?.command.map(({ text }) => text).join('')).toBe(
    `node server.mjs --token ghp_secretsecret ${long}`.replace('server.mjs ', ''),
  );
});

test('plain http to another machine is a risk, on loopback it is not', () => {
  const risks = (url: string): string[] =>
    review([entry('a', remote({ url }))]).items.flatMap((item) => item.risks.map(({ code }) => code));
  expect(risks('http://mcp.example/mcp')).toEqual(['plain-http']);
  expect(['http://localhost:1/mcp', 'http://127.0.0.1:1/mcp', 'http://[::1]:1/mcp', 'https://mcp.example'].flatMap(risks)).toEqual([]);
});

test('the token binds to folder, files and definitions, and not to the order of entries', () => {
  const a = entry('a', local());
  const b = entry('b', remote());
  const { token } = review([a, b]);
  expect(review([b, a]).token).toBe(token);
  const others = [
    [a],
    [a, entry('b', remote({ headers: { X: '1' } }))],
    [a, entry('c', remote())],
    [a, entry('b', remote(), { file: '/w/other.json' })],
  ];
  for (const entries of others) expect(review(entries).token).not.toBe(token);
  expect(buildReview({ folder: '/v', entries: [a, b], trust, key: sampleKey }).token).not.toBe(token);
});
