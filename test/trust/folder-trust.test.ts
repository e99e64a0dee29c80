import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderTrust } from '../../main/trust/folder-trust.js';
import { entry, local, sampleKey } from './sample-entries.js';

let home: string;
let file: string;
const open = (): Promise<FolderTrust> => FolderTrust.open({ file, key: sampleKey, now: () => 1_700_000_000_000 });
const entries = [entry('a', local()), entry('off', local({ command: 'off' }), { disabled: true })];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'greenroom-trust-'));
  file = join(home, '.greenroom', 'trust.json');
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('P40 nothing is trusted before a yes, and a yes is remembered by the next start', async () => {
  const trust = await open();
  expect(trust.verdict('/w', entries)).toEqual({
    trusted: false,
    servers: new Map([
      ['a', 'new'],
      ['off', 'new'],
    ]),
  });
  await trust.accept('/w', entries);
  const next = (await open()).verdict('/w', entries);
  expect(next).toEqual({
    trusted: true,
    trustedAt: 1_700_000_000_000,
    servers: new Map([
      ['a', 'trusted'],
      ['off', 'trusted'],
    ]),
  });
});

test('P40 a definition of which only a value in env changed is not trusted any more', async () => {
  const trust = await open();
  await trust.accept('/w', [entry('a', local({ env: { NODE_OPTIONS: '--no-warnings' } }))]);
  const changed = [entry('a', local({ env: { NODE_OPTIONS: '--require ./evil.cjs' } }))];
  expect(trust.verdict('/w', changed).servers.get('a')).toBe('changed');
});

test('P40 trust in a folder covers neither its children, nor its parent, nor another folder with the same server', async () => {
  const trust = await open();
  await trust.accept('/w', entries);
  for (const other of ['/w/child', '/', '/w/', '/other', '/W']) {
    expect(trust.verdict(other, entries)).toMatchObject({ trusted: false });
    expect(trust.verdict(other, entries).servers.get('a')).toBe('new');
  }
});

test('P40 a link to a trusted folder is trusted only by its real path', async () => {
  const real = join(home, 'real');
  await mkdir(real);
  await symlink(real, join(home, 'link'));
  const trust = await open();
  await trust.accept(await realpath(join(home, 'link')), entries);
  expect(trust.verdict(await realpath(real), entries).trusted).toBe(true);
  expect(trust.verdict(join(home, 'link'), entries).trusted).toBe(false);
});

test('P40 an entry that another file hid when trust was given waits for its own yes, even when it reads the same', async () => {
  const trust = await open();
  await trust.accept('/w', [entry('a', local(), { file: '/h/.greenroom/mcp.json', hidden: ['/w/.mcp.json'] })]);
  expect(trust.verdict('/w', [entry('a', local({ command: 'evil' }), { file: '/w/.mcp.json' })]).servers.get('a')).toBe('uncovered');
  expect(trust.verdict('/w', [entry('a', local(), { file: '/w/.mcp.json' })]).servers.get('a')).toBe('uncovered');
});

const broken: [string, string][] = [
  ['a truthy object', '{"/w":{}}'],
  ['true', 'true'],
  ['a folder with more than we write', '{"version":1,"folders":[{"path":"/w","trustedAt":1,"servers":[],"all":true}]}'],
  ['trust by a string', '{"version":1,"folders":"/w"}'],
  ['half a file', '{"version":1,"folders":[{"path":"/w"'],
];
test.each(broken)('P40 %s in the file is no trust: it is set aside and said', async (_, text) => {
  await mkdir(join(home, '.greenroom'));
  await writeFile(file, text);
  const trust = await open();
  expect(trust.verdict('/w', entries).trusted).toBe(false);
  expect(trust.problem).toMatchObject({ code: 'trust-file-broken' });
  const [aside = ''] = await readdir(join(home, '.greenroom'));
  expect(await readFile(join(home, '.greenroom', aside), 'utf8')).toBe(text);
});

test('P41 a yes that cannot be saved does not count, and says so', async () => {
  await writeFile(join(home, '.greenroom'), 'a file where the folder should be');
  const trust = await open();
  await expect(trust.accept('/w', entries)).rejects.toMatchObject({ code: 'trust-not-saved', message: /could not be saved/ });
  expect(trust.verdict('/w', entries)).toMatchObject({ trusted: false });
});

test('P41 a yes of which only the writing fails does not count either', async () => {
  // No temporary file fits beside a name of this length; the rights of a folder would not stop root.
  file = join(home, 'x'.repeat(250));
  const trust = await open();
  await expect(trust.accept('/w', entries)).rejects.toMatchObject({ code: 'trust-not-saved' });
  expect(trust.verdict('/w', entries)).toMatchObject({ trusted: false });
});

test('only the owner may read the file, it holds no secret, and nothing else is left beside it', async () => {
  const trust = await open();
  await trust.accept('/w', [entry('a', local({ args: ['--token', 'ghp_secretsecret'], env: { TOKEN: 'sk-very-secret' } }))]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toMatch(/secretsecret|very-secret/);
  expect(await readdir(join(home, '.greenroom'))).toEqual(['trust.json']);
  await chmod(file, 0o644);
  await trust.forget('/w');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('two running apps do not lose each other’s answers, nor does one that answers twice at once', async () => {
  const [one, two] = [await open(), await open()];
  await one.accept('/one', entries);
  await two.accept('/two', entries);
  await Promise.all([one.accept('/three', entries), one.accept('/four', entries)]);
  const after = await open();
  expect(['/one', '/two', '/three', '/four'].map((path) => after.verdict(path, entries).trusted)).toEqual([true, true, true, true]);
});

test('accepting one more server adds it to a trusted folder, keeps the others as they were, and trusts no new folder', async () => {
  const trust = await open();
  await trust.accept('/w', entries);
  const added = entry('b', local({ command: 'b' }));
  const changed = entry('a', local({ command: 'other' }));
  await trust.acceptMore('/w', [added]);
  await trust.acceptMore('/new', [added]);
  expect([...trust.verdict('/w', [changed, added]).servers.values()]).toEqual(['changed', 'trusted']);
  expect(trust.verdict('/new', [added]).trusted).toBe(false);
});

test('forgetting a folder and names such as __proto__ are safe', async () => {
  const trust = await open();
  const odd = [entry('__proto__', local({ env: JSON.parse('{"__proto__":"1"}') as Record<string, string> }))];
  await trust.accept('__proto__', odd);
  expect((await open()).verdict('__proto__', odd).servers.get('__proto__')).toBe('trusted');
  expect((await open()).verdict('constructor', odd).trusted).toBe(false);
  await trust.forget('__proto__');
  expect((await open()).verdict('__proto__', odd).trusted).toBe(false);
});

test('an entry that cannot be read is neither judged nor remembered', async () => {
  const trust = await open();
  const bad = entry('bad', local(), { definition: { ok: false, problem: { code: 'x', severity: 'error', message: 'x' } } });
  await trust.accept('/w', [bad]);
  expect(trust.verdict('/w', [bad]).servers.size).toBe(0);
  expect(trust.verdict('/w', [entry('bad', local())]).servers.get('bad')).toBe('new');
});
