import { describe, expect, it } from 'vitest';
import { electronEnvironment, isOutOfSupport, searchElectron } from '../../build/setup/electron-binary.mjs';
import { limits } from '../../main/limits.js';
import manifest from '../../package.json' with { type: 'json' };

/** A machine on which only the named files exist, and that records what was tried. */
function machine(
  files: Record<string, string>,
  options: { installer?: boolean; copyMade?: boolean; platform?: NodeJS.Platform; env?: NodeJS.ProcessEnv } = {},
) {
  const tried: string[] = [];
  const limits: number[] = [];
  const all: Record<string, string> = { '/app/electron/package.json': '{"version":"45.5.0"}', ...files };
  const search = () =>
    searchElectron({
      env: options.env ?? {},
      platform: options.platform ?? 'linux',
      arch: 'x64',
      say: () => undefined,
      sources: {
        packageFolder: '/app/electron',
        read: (file) => Promise.resolve(all[file]),
        exists: (file) => Promise.resolve(file in all),
        isCopyMade: () => Promise.resolve(options.copyMade ?? false),
        runInstaller: (timeoutMs) => {
          tried.push('installer');
          limits.push(timeoutMs);
          if (options.installer) Object.assign(all, { '/app/electron/dist/version': '45.5.0', '/app/electron/dist/electron': '' });
          return Promise.resolve(options.installer ?? false);
        },
        makeCopy: () => {
          tried.push('copy');
          Object.assign(all, { '/cache/electron/version': '33.2.1' });
          return Promise.resolve('/cache/electron');
        },
      },
    });
  return { search, tried, limits };
}

const downloaded = { '/app/electron/dist/version': '45.5.0', '/app/electron/dist/electron': '' };

describe('where Electron is looked for', () => {
  it('the folder named by ELECTRON_OVERRIDE_DIST_PATH comes first', async () => {
    const { search, tried } = machine(
      { ...downloaded, '/own/electron': '', '/own/version': 'v44.0.0\n' },
      { env: { ELECTRON_OVERRIDE_DIST_PATH: '/own' } },
    );
    expect(await search()).toMatchObject({ source: 'override', folder: '/own', version: '44.0.0', outOfSupport: false });
    expect(tried).toEqual([]);
  });

  it('an override without an executable is a failure that says so, never a silent download', async () => {
    const { search, tried } = machine(downloaded, { env: { ELECTRON_OVERRIDE_DIST_PATH: '/own' } });
    await expect(search()).rejects.toMatchObject({ code: 'electron-override-empty' });
    expect(tried).toEqual([]);
  });

  it('what the electron package already downloaded comes second', async () => {
    const { search, tried } = machine(downloaded);
    expect(await search()).toMatchObject({ source: 'package', executable: '/app/electron/dist/electron', outOfSupport: false });
    expect(tried).toEqual([]);
  });

  it('a download of another version than the pinned one is not used', async () => {
    const { search, tried } = machine({ ...downloaded, '/app/electron/dist/version': '40.0.0' }, { installer: true });
    expect(await search()).toMatchObject({ source: 'installer', version: '45.5.0' });
    expect(tried).toEqual(['installer']);
  });

  it('the copy from npm comes only after the installer failed, and is out of support', async () => {
    const { search, tried } = machine({});
    expect(await search()).toMatchObject({ source: 'npm-copy', version: '33.2.1', outOfSupport: true });
    expect(tried).toEqual(['installer', 'copy']);
  });

  it('a dead network holds up a start less long when the copy was made already', async () => {
    const first = machine({});
    const later = machine({}, { copyMade: true });
    await Promise.all([first.search(), later.search()]);
    expect(later.limits[0]).toBeLessThan(first.limits[0] ?? 0);
  });

  it('where the copy does not fit, a failed installer is told with what to do', async () => {
    const { search, tried } = machine({}, { platform: 'darwin' });
    await expect(search()).rejects.toMatchObject({
      code: 'electron-unavailable',
      remedy: expect.stringContaining('ELECTRON_OVERRIDE_DIST_PATH') as string,
    });
    expect(tried).toEqual(['installer']);
  });
});

describe('which Electron is out of support', () => {
  it.each([
    ['45.5.0', false],
    ['43.0.0', false],
    ['42.9.9', true],
    ['33.2.1', true],
    ['unknown', true],
  ])('%s beside a pinned 45: %s', (version, outOfSupport) => {
    expect(isOutOfSupport(version, '45.5.0')).toBe(outOfSupport);
  });
});

describe('the banner in the window', () => {
  it('is shown for exactly the majors that the scripts call out of support', () => {
    const pinned = manifest.devDependencies.electron;
    expect(isOutOfSupport(`${limits.oldestElectronMajor}.0.0`, pinned)).toBe(false);
    expect(isOutOfSupport(`${limits.oldestElectronMajor - 1}.9.9`, pinned)).toBe(true);
  });
});

describe('the environment of the app', () => {
  it('names the folder, and never lets Electron run as plain Node', () => {
    const found = { folder: '/e', executable: '/e/electron', version: '33.2.1', source: 'npm-copy' as const, outOfSupport: true };
    expect(electronEnvironment({ ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' }, found)).toEqual({
      KEPT: 'yes',
      ELECTRON_OVERRIDE_DIST_PATH: '/e',
    });
  });
});
