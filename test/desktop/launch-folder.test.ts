import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchFolder } from '../../main/desktop/launch-folder.js';

const folder = resolve('/srv/project');

describe('the folder on the command line', () => {
  it('stands after the app when unpackaged, and after the program when packaged', () => {
    expect(launchFolder(['electron', '--no-sandbox', '.', folder], '/', false)).toBe(folder);
    expect(launchFolder(['greenroom', folder], '/', true)).toBe(folder);
  });

  it('is taken from the folder in which the app was started', () => {
    expect(launchFolder(['greenroom', '.'], folder, true)).toBe(folder);
  });

  it('is told even when it does not exist, so that the person learns of it', () => {
    expect(launchFolder(['greenroom', '/nowhere'], '/', true)).toBe(resolve('/nowhere'));
  });

  it('is none where there is no word', () => {
    expect(launchFolder(['electron', '.'], folder, false)).toBeUndefined();
    expect(launchFolder(['greenroom', '--flag'], '/', true)).toBeUndefined();
  });
});
