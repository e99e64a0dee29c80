import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { launchFolder } from '../../main/desktop/launch-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-launch-'));
writeFileSync(join(folder, 'file.txt'), '');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the folder on the command line', () => {
  it('stands after the app when unpackaged, and after the program when packaged', () => {
    expect(launchFolder(['electron', '--no-sandbox', '.', folder], '/', false)).toBe(folder);
    expect(launchFolder(['greenroom', folder], '/', true)).toBe(folder);
  });

  it('is taken from the folder in which the app was started', () => {
    expect(launchFolder(['greenroom', '.'], folder, true)).toBe(folder);
  });

  it('is none where there is no word, no folder, or a file', () => {
    expect(launchFolder(['electron', '.'], folder, false)).toBeUndefined();
    expect(launchFolder(['greenroom', join(folder, 'nothing')], '/', true)).toBeUndefined();
    expect(launchFolder(['greenroom', join(folder, 'file.txt')], '/', true)).toBeUndefined();
  });
});
