import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFor } from '../../main/desktop/app-origin.js';

const folder = `${sep}srv${sep}app`;

describe('the app scheme', () => {
  it('serves the page and its files', () => {
    expect(fileFor('app://greenroom/', folder)).toBe(`${folder}${sep}index.html`);
    expect(fileFor('app://greenroom/assets/a%20b.js?x#y', folder)).toBe(`${folder}${sep}assets${sep}a b.js`);
  });

  it.each([
    'app://greenroom/../../etc/passwd',
    'app://greenroom/%2e%2e/%2e%2e/etc/passwd',
    'app://greenroom/..%2f..%2fetc/passwd',
    'app://greenroom/a%00.js',
    'app://greenroom/%zz',
    'app://other/index.html',
    'file:///etc/passwd',
  ])('%s leads nowhere outside', (url) => {
    const file = fileFor(url, folder);
    expect(file === undefined || file.startsWith(folder + sep)).toBe(true);
    expect(file ?? '').not.toContain('\0');
    if (!url.startsWith('app://greenroom/')) expect(file).toBeUndefined();
  });
});
