import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');
let folder = '';
let text = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-preload-'));
  const builder = await createBuilder({
    configFile: join(repository, 'vite.config.ts'),
    root: join(repository, 'renderer'),
    logLevel: 'error',
    environments: { preload: { build: { outDir: folder } } },
  });
  const { preload } = builder.environments;
  if (preload === undefined) throw new Error('vite.config.ts builds no preload');
  await builder.build(preload);
  text = await readFile(join(folder, 'index.cjs'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built preload', () => {
  it('is one file under 4 KB', async () => {
    expect(await readdir(folder)).toEqual(['index.cjs']);
    expect(Buffer.byteLength(text)).toBeLessThan(4_096);
  });

  it('takes electron and nothing else, so no zod', () => {
    expect([...text.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name?.slice(1, -1))).toEqual(['electron']);
    expect(text.toLowerCase()).not.toContain('zod');
  });

  it('exposes one name', () => {
    expect(text.match(/exposeInMainWorld\(/g)).toHaveLength(1);
    expect(text).toMatch(/exposeInMainWorld\([`'"]greenroom[`'"]/);
  });
});
