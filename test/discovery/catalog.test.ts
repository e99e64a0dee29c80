import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { Catalog } from '../../main/discovery/catalog.js';
import { files, github, tool } from './sample-tools.js';

test('the list has the same bytes whatever the order in which servers connect and list', async () => {
  const [one, two] = [new Catalog(), new Catalog()];
  one.replace('github', github);
  one.replace('files', files);
  two.replace('files', [...files].reverse());
  two.replace('github', [...github].reverse());
  await Promise.all([one.settled(), two.settled()]);
  expect(JSON.stringify(two.list())).toBe(JSON.stringify(one.list()));
});

test('tools are there at once; their tokens are counted soon after, and that is told', async () => {
  let told = 0;
  const catalog = new Catalog({ onChange: () => (told += 1) });
  catalog.replace('files', files);
  expect(catalog.list('files')).toHaveLength(3);
  expect(catalog.tokensOf('files')).toBeUndefined();
  await catalog.settled();
  expect([told, catalog.version]).toEqual([2, 2]);
  const [first] = catalog.list('files');
  expect(first?.tokens.line).toBe(countTokens('• mcp__files__create_directory: [files] Create a folder'));
  const full = catalog.list('files').reduce((sum, { tokens }) => sum + tokens.full, 0);
  expect(catalog.tokensOf('files')).toMatchObject({ full });
});

test('counts of a server that was replaced in the meantime are dropped', async () => {
  const catalog = new Catalog();
  catalog.replace('s', github);
  catalog.replace('s', [tool('only')]);
  await catalog.settled();
  expect(catalog.list().map(({ name }) => name)).toEqual(['only']);
  expect(catalog.tokensOf('s')).toBeDefined();
  catalog.replace('s', []);
  expect([catalog.list(), catalog.tokensOf('s')]).toEqual([[], undefined]);
});

test('names with hidden characters are shown without them, never pass for another tool, and still lead to it', () => {
  const catalog = new Catalog();
  const odd = 'read\u200b_file';
  catalog.replace('s', [tool('read_file', 'good'), tool(odd, 'bad\nworse')]);
  const shown = catalog.list().map(({ name }) => name);
  expect(new Set(shown).size).toBe(2);
  const disguised = shown.find((name) => name !== 'read_file') ?? '';
  expect(disguised).toMatch(/^read_file #/);
  expect(catalog.find('s', disguised)?.tool.name).toBe(odd);
  expect(catalog.find('s', 'read_file')?.tool.description).toBe('good');
  expect(catalog.detail('s', disguised)?.description).toBe('bad worse');
});

test('of two tools with one name the first counts, and names of objects’ own parts are ordinary', () => {
  const catalog = new Catalog();
  catalog.replace('__proto__', [tool('constructor', 'first'), tool('constructor', 'second'), tool('__proto__')]);
  expect(catalog.list().map(({ name, description }) => [name, description])).toEqual([
    ['__proto__', ''],
    ['constructor', 'first'],
  ]);
  expect(catalog.find('toString', 'call')).toBeUndefined();
});

test('schemas are the server’s own, unchanged', () => {
  const catalog = new Catalog();
  const schema = {
    type: 'object',
    $defs: { n: { properties: { next: { $ref: '#/$defs/n' } } } },
    properties: { n: { $ref: '#/$defs/n' } },
  };
  catalog.replace('s', [{ name: 't', description: '', inputSchema: schema, outputSchema: { type: 'object' } }]);
  expect(catalog.detail('s', 't')).toMatchObject({ inputSchema: schema, outputSchema: { type: 'object' } });
});
