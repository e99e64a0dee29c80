import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localKey } from '../../main/secrets/local-key.js';

let root: string;
let state: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'greenroom-key-'));
  state = join(root, 'home', '.greenroom');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the local key', () => {
  it('is made once, 32 bytes, for its owner alone, and leaves no second file', async () => {
    const key = await localKey(state);
    expect(key).toHaveLength(32);
    expect(new Set(key).size).toBeGreaterThan(8);
    expect(await localKey(state)).toEqual(key);
    expect(await readdir(state)).toEqual(['local.key']);
    if (process.platform !== 'win32') {
      expect((await stat(join(state, 'local.key'))).mode & 0o777).toBe(0o600);
      expect((await stat(state)).mode & 0o777).toBe(0o700);
    }
  });

  it('is the same for all who ask for it at the same time, in one process and in several', async () => {
    const source = await readFile(new URL('../../main/secrets/local-key.ts', import.meta.url), 'utf8');
    const compiled = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
    const script = join(root, 'key.mjs');
    const folders = Array.from({ length: 20 }, (_, index) => join(root, String(index)));
    const ask = `
      for (const folder of ${JSON.stringify(folders)}) {
        const keys = await Promise.all([1, 2, 3, 4].map(() => localKey(folder)));
        console.log(keys.map((key) => Buffer.from(key).toString('hex')).join(' '));
      }`;
    await writeFile(script, compiled.outputText + ask);
    const run = promisify(execFile);
    const answers = await Promise.all([1, 2, 3].map(() => run(process.execPath, [script])));
    const byProcess = answers.map(({ stdout }) => stdout.trim().split('\n'));
    for (const [index, folder] of folders.entries()) {
      const keys = new Set(byProcess.flatMap((lines) => lines[index]?.split(' ') ?? []));
      expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect(await readdir(folder)).toEqual(['local.key']);
    }
  });

  it.runIf(process.platform !== 'win32')('that others could read is closed to them', async () => {
    await localKey(state);
    await chmod(join(state, 'local.key'), 0o644);
    await localKey(state);
    expect((await stat(join(state, 'local.key'))).mode & 0o777).toBe(0o600);
  });

  it('that is cut short, a folder or a link is refused in words and left as it is', async () => {
    await mkdir(state, { recursive: true });
    const file = join(state, 'local.key');
    await writeFile(file, 'short');
    await expect(localKey(state)).rejects.toMatchObject({
      code: 'local-key-damaged',
      message: expect.stringContaining('Remove it') as string,
    });
    expect(await readFile(file, 'utf8')).toBe('short');
    await rm(file);
    await writeFile(join(root, 'other'), Buffer.alloc(32));
    await symlink(join(root, 'other'), file);
    await expect(localKey(state)).rejects.toMatchObject({ code: 'local-key-damaged' });
    await rm(file);
    await mkdir(file);
    await expect(localKey(state)).rejects.toMatchObject({ code: 'local-key-damaged' });
  });

  it('that cannot be made says so in words', async () => {
    await writeFile(join(root, 'home'), 'a file where the folder should be');
    await expect(localKey(state)).rejects.toMatchObject({ name: 'LocalKeyError' });
  });
});
