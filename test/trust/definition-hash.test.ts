import { expect, test } from 'vitest';
import type { ServerDefinition } from '../../main/config/definition.js';
import { changedParts, hashDefinition } from '../../main/trust/definition-hash.js';
import { local, remote, sampleKey } from './sample-entries.js';

const hash = (definition: ServerDefinition) => hashDefinition(sampleKey, definition);

test('the order of environment variables and headers does not change the hash', () => {
  expect(hash(local({ env: { A: '1', B: '2' } }))).toEqual(hash(local({ env: { B: '2', A: '1' } })));
  expect(hash(remote({ headers: { A: '1', B: '2' } }))).toEqual(hash(remote({ headers: { B: '2', A: '1' } })));
});

const changes: [string, ServerDefinition, ServerDefinition, string[]][] = [
  ['the command', local(), local({ command: 'deno' }), ['command']],
  ['the order of arguments', local({ args: ['a', 'b'] }), local({ args: ['b', 'a'] }), ['args']],
  ['where one argument ends and the next begins', local({ args: ['ab', 'c'] }), local({ args: ['a', 'bc'] }), ['args']],
  ['one argument more, empty', local({ args: ['a'] }), local({ args: ['a', ''] }), ['args']],
  ['a working folder that appears', local(), local({ cwd: '' }), ['cwd']],
  [
    'the value of a variable',
    local({ env: { NODE_OPTIONS: '' } }),
    local({ env: { NODE_OPTIONS: '--require ./x.js' } }),
    ['env NODE_OPTIONS'],
  ],
  ['the name of a variable', local({ env: { A: '1' } }), local({ env: { B: '1' } }), ['env A', 'env B']],
  ['the address', remote(), remote({ url: 'https://other.example/mcp' }), ['url']],
  ['the value of a header', remote({ headers: { X: '1' } }), remote({ headers: { X: '2' } }), ['headers X']],
  ['the transport', remote(), remote({ transport: 'sse' }), ['transport']],
  ['an oauth setting that moves', remote({ oauth: { clientId: 'a' } }), remote({ oauth: { clientSecret: 'a' } }), ['oauth']],
  ['a program that becomes an address', local(), remote(), ['args', 'command', 'transport', 'url']],
  ['lone surrogates', local({ args: ['\ud800'] }), local({ args: ['\ud801'] }), ['args']],
];

test.each(changes)('a change of %s is seen and named', (_, before, after, parts) => {
  expect(hash(after).whole).not.toBe(hash(before).whole);
  expect(changedParts(hash(before), hash(after))).toEqual(parts);
});

test('hashes hold no value and depend on the key', () => {
  const secret = local({ env: { TOKEN: 'sk-very-secret' } });
  expect(JSON.stringify(hash(secret))).not.toContain('very-secret');
  expect(hashDefinition(new Uint8Array(32).fill(8), secret).whole).not.toBe(hash(secret).whole);
});
