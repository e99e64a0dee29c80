import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../main/limits.js';
import { cutText, resultView } from '../../main/servers/result-blocks.js';
import { ResultStore } from '../../main/servers/result-store.js';
import { local, Rig } from './rig.js';

async function huge(): Promise<Rig> {
  const rig = new Rig();
  await rig.supervisor.start(local('huge-result'));
  return rig;
}

test('P11: 5 MB of text are capped on show and kept whole, readable by range', async () => {
  const rig = await huge();
  const { result } = await rig.call('huge-result', 'text');
  const [block] = result.blocks;
  if (block?.kind !== 'text') throw new Error('no text');
  expect(block.cut).toBe(true);
  expect(Buffer.byteLength(block.text)).toBeLessThanOrEqual(limits.resultTextBytes);
  expect(block.text).not.toContain('\uFFFD');
  expect(result.bytes).toBeGreaterThan(5_000_000);

  const first = await rig.supervisor.readResult(result.resultId, 0, 1_000);
  const total = first?.total ?? 0;
  const rest = await rig.supervisor.readResult(result.resultId, 1_000, total);
  const whole = `${first?.text}${rest?.text}`;
  expect(whole).toHaveLength(total);
  expect(JSON.parse(whole)).toMatchObject({ content: [{ text: 'line of text with ünïcödé 🎭\n'.repeat(160_000) }] });
});

test('P11: one line of 200,000 characters is whole, and an image of 12 MB is named but not handed on', async () => {
  const rig = await huge();
  const line = await rig.call('huge-result', 'line');
  expect(line.result.blocks).toEqual([{ kind: 'text', text: 'x'.repeat(200_000), cut: false }]);
  const image = await rig.call('huge-result', 'image');
  expect(image.result.blocks).toEqual([{ kind: 'image', mimeType: 'image/png', bytes: 12_000_000 }]);
  expect((await rig.supervisor.readResult(image.result.resultId, 0, 10))?.total).toBeGreaterThan(16_000_000);
});

test('P11: all parts together are capped as well', () => {
  const data = Buffer.alloc(300_000).toString('base64');
  const content = [
    ...Array.from({ length: 8 }, () => ({ type: 'text', text: 'y'.repeat(200_000) })),
    ...Array.from({ length: 600 }, () => ({ type: 'image', mimeType: 'image/png', data })),
  ];
  const { blocks } = resultView({ content });
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block] : []));
  expect(texts.reduce((sum, block) => sum + block.text.length, 0)).toBeLessThan(limits.resultAllTextBytes + 100);
  const shown = blocks.flatMap((block) => (block.kind === 'image' && block.data !== undefined ? [block.bytes] : []));
  expect(shown.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(limits.resultAllMediaBytes);
  expect(blocks).toHaveLength(limits.resultBlocks + 1);
  expect(blocks.at(-1)).toMatchObject({ kind: 'text', cut: true, text: expect.stringContaining('108 more parts') });
});

test('unknown kinds are shown as such, and the text of a result without its structured content is kept', async () => {
  const rig = await huge();
  const odd = await rig.call('huge-result', 'odd');
  expect(odd.result.isError).toBe(true);
  expect(odd.result.blocks).toEqual([
    { kind: 'unknown', type: 'hologram', json: '{"type":"hologram","beams":3}', cut: false },
    { kind: 'unknown', type: 'string', json: '"just text"', cut: false },
    { kind: 'text', text: 'fine', cut: false },
    { kind: 'unknown', type: 'object', json: 'null', cut: false },
  ]);
  expect(rig.supervisor.status('huge-result')).toMatchObject({ calls: 1, errors: 1 });
  const unstructured = await rig.call('huge-result', 'unstructured');
  expect(unstructured.result.blocks).toEqual([{ kind: 'text', text: 'only text', cut: false }]);
});

test.each([
  [{ content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }] }, { kind: 'audio', mimeType: 'audio/wav', data: 'AAAA', bytes: 3 }],
  [{ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'c' } }] }, { kind: 'resource', uri: 'a:b', text: 'c', cut: false }],
  [{ content: [{ type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } }] }, { kind: 'resource', uri: 'a:b', cut: true }],
  [{ content: [{ type: 'resource_link', uri: 'a:b', name: 'n' }] }, { kind: 'resource-link', uri: 'a:b', name: 'n' }],
  [{ content: 'text' }, { kind: 'unknown', type: 'content', json: '"text"', cut: false }],
  [{ toolResult: [1] }, { kind: 'unknown', type: 'toolResult', json: '[1]', cut: false }],
  ['a string', { kind: 'unknown', type: 'result', json: '"a string"', cut: false }],
])('%j is one block', (raw, block) => {
  expect(resultView(raw).blocks).toEqual([block]);
});

test('text is cut between characters, at any length', () => {
  const text = 'aé漢🎭'.repeat(3);
  for (let bytes = 0; bytes <= Buffer.byteLength(text); bytes++) {
    const cut = cutText(text, bytes);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut).not.toContain('\uFFFD');
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(bytes - 4);
  }
});

test("kept results are the person's alone, the newest stay, and no id leads out of their folder", async () => {
  const rig = new Rig();
  const folder = path.join(rig.folder, 'kept');
  const store = new ResultStore(folder);
  const first = await store.keep({ n: 0 });
  for (let n = 0; n < limits.resultsKept; n++)
    writeFileSync(path.join(folder, `1zzzzzzz${n % 10}-${String(n).padStart(20, '0')}.json`), '{}');
  const last = await store.keep({ n: 1 });
  expect(readdirSync(folder)).toHaveLength(limits.resultsKept);
  expect(await store.read(first.resultId, 0, 100)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(last.bytes).toBe(7);
  writeFileSync(rig.file('secret.json'), 'secret');
  for (const id of ['../secret', '', 'secret', '..%2fsecret', `${last.resultId}/../../secret`])
    expect(await store.read(id, 0, 100)).toBeUndefined();
});
