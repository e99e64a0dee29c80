import { describe, expect, it } from 'vitest';
import { childEnvironment, mergePath } from '../../main/servers/environment.js';

const build = (appEnv: NodeJS.ProcessEnv, changes: Partial<Parameters<typeof childEnvironment>[0]> = {}): Record<string, string> =>
  childEnvironment({ appEnv, entryEnv: {}, loginPath: null, marker: 'm.1', platform: 'linux', ...changes });

describe('the environment of a server', () => {
  it('is the app’s, without provider keys, which an entry may still name itself', () => {
    const appEnv = { HOME: '/home/a', OPENAI_API_KEY: 'sk-app', ANTHROPIC_API_KEY: 'sk-app', GITHUB_TOKEN: 'stays' };
    expect(build(appEnv, { entryEnv: { OPENAI_API_KEY: 'sk-entry' } })).toEqual({
      HOME: '/home/a',
      GITHUB_TOKEN: 'stays',
      OPENAI_API_KEY: 'sk-entry',
      GREENROOM_MARKER: 'm.1',
    });
    expect(appEnv.OPENAI_API_KEY).toBe('sk-app');
  });

  it('takes out provider keys in whatever case on Windows', () => {
    expect(build({ OpenAI_Api_Key: 'x', Path: 'C:\\a' }, { platform: 'win32' })).toEqual({ Path: 'C:\\a', GREENROOM_MARKER: 'm.1' });
  });

  it.each([
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_OVERRIDE_DIST_PATH',
    'GREENROOM_NO_APT',
    'GREENROOM_MARKER_OF_ANOTHER',
    'PW_TEST_REPORTER',
    'VITEST_WORKER_ID',
    'APPIMAGE',
    'npm_lifecycle_event',
    'npm_package_name',
    'npm_config_local_prefix',
    'INIT_CWD',
  ])('does not pass on %s, which means this app', (name) => {
    expect(build({ [name]: '1' })).toEqual({ GREENROOM_MARKER: 'm.1' });
  });

  it.each(['npm_config_registry', 'PLAYWRIGHT_BROWSERS_PATH', 'ELECTRON_MIRROR', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY'])(
    'passes on %s, which is the person’s',
    (name) => {
      expect(build({ [name]: '1' })).toMatchObject({ [name]: '1' });
    },
  );

  it('takes the inspector out of inherited NODE_OPTIONS and leaves the rest, and the entry’s own as written', () => {
    expect(build({ NODE_OPTIONS: '--inspect-brk=0 --use-system-ca' })).toMatchObject({ NODE_OPTIONS: '--use-system-ca' });
    expect(build({ NODE_OPTIONS: '--inspect' })).not.toHaveProperty('NODE_OPTIONS');
    expect(build({}, { entryEnv: { NODE_OPTIONS: '--inspect' } })).toMatchObject({ NODE_OPTIONS: '--inspect' });
  });

  it('keeps our marker whatever an entry says', () => {
    expect(build({ GREENROOM_MARKER: 'old' }, { entryEnv: { GREENROOM_MARKER: 'theirs' } })).toEqual({ GREENROOM_MARKER: 'm.1' });
  });
});

describe('the PATH of a server', () => {
  it.each([
    ['a desktop start', '/usr/bin:/bin', '/home/a/.nvm/bin:/usr/bin:/bin', '/home/a/.nvm/bin:/usr/bin:/bin'],
    ['an own entry that the login shell lacks', '/opt/x:/usr/bin', '/home/a/bin:/usr/bin', '/home/a/bin:/usr/bin:/opt/x'],
    [
      'a start from a terminal with an active environment',
      '/venv/bin:/home/a/bin:/usr/bin',
      '/home/a/bin:/usr/bin',
      '/venv/bin:/home/a/bin:/usr/bin',
    ],
    ['an empty PATH', '', '/usr/bin', '/usr/bin'],
    ['doubles and empty entries', '/a::/a', '/b:/b', '/b:/a'],
  ])('after %s', (_name, app, login, merged) => {
    expect(mergePath(app, login, ':')).toBe(merged);
  });

  it('is the entry’s own, whole, where it names one', () => {
    const entryEnv = { PATH: '/only/this' };
    expect(build({ PATH: '/usr/bin' }, { loginPath: '/home/a/bin', entryEnv })).toMatchObject({ PATH: '/only/this' });
  });

  it('stands once on Windows, under whatever spelling', () => {
    const env = build({ Path: 'C:\\Windows' }, { platform: 'win32', entryEnv: { PATH: 'C:\\own' } });
    expect(env).toEqual({ PATH: 'C:\\own', GREENROOM_MARKER: 'm.1' });
  });
});
