import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputHash, isFresh } from '../../build/setup/build-when-stale.mjs';
import { needsVirtualDisplay } from '../../build/setup/display.mjs';
import { isSupportedNode } from '../../build/setup/node-version.mjs';
import { isDebianLike, missingLibraries } from '../../build/setup/system-packages.mjs';

describe('Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])('%s is new enough', (version) => {
    expect(isSupportedNode(version)).toBe(true);
  });

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.11.0'])('%s is not', (version) => {
    expect(isSupportedNode(version)).toBe(false);
  });
});

describe('system packages', () => {
  it('the libraries that ldd misses are named once each', () => {
    const ldd =
      '\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibgtk-3.so.0 => not found\n\tlibgbm.so.1 => not found\n\tlibgbm.so.1 => not found\n';
    expect(missingLibraries(ldd)).toEqual(['libgtk-3.so.0', 'libgbm.so.1']);
  });

  it('apt is used on Debian and its children only', () => {
    expect(isDebianLike('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n')).toBe(true);
    expect(isDebianLike('ID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe(true);
    expect(isDebianLike('ID=fedora\nHOME_URL="https://debian.example"\n')).toBe(false);
  });
});

describe('the display', () => {
  it('is virtual only on a Linux with neither X nor Wayland', () => {
    expect(needsVirtualDisplay('linux', {})).toBe(true);
    expect(needsVirtualDisplay('linux', { DISPLAY: ':0' })).toBe(false);
    expect(needsVirtualDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
    expect(needsVirtualDisplay('darwin', {})).toBe(false);
  });
});

describe('the build stamp', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'greenroom-stamp-'));
    await mkdir(path.join(root, 'main', 'config'), { recursive: true });
    await mkdir(path.join(root, 'out'));
    await writeFile(path.join(root, 'main', 'config', 'load.ts'), 'export {};');
    await writeFile(path.join(root, 'package.json'), '{}');
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  it('without a stamp a build is stale; with the stamp of these files it is fresh', async () => {
    expect(await isFresh(root)).toBe(false);
    await writeFile(path.join(root, 'out', '.stamp'), await inputHash(root));
    expect(await isFresh(root)).toBe(true);
  });

  it('a changed, an added and a renamed file make it stale; writing the same again does not', async () => {
    const file = path.join(root, 'main', 'config', 'load.ts');
    const first = await inputHash(root);
    await writeFile(file, await readFile(file));
    expect(await inputHash(root)).toBe(first);
    await writeFile(file, 'export const changed = 1;');
    const changed = await inputHash(root);
    await writeFile(path.join(root, 'main', 'added.ts'), '');
    expect(new Set([first, changed, await inputHash(root)]).size).toBe(3);
  });
});
