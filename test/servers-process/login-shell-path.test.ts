import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../main/servers/environment.js';
import { loginShellPath } from '../../main/servers/login-shell-path.js';
import { eventually, launchErrorOf, pidsWithEnvironment, prepare, temporaryFolder, watchedMarker } from './fixture-launch.js';

function script(folder: string, name: string, lines: readonly string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

/** Processes of the test carry this in their environment. */
const tagged = (): { readonly tag: string; readonly env: NodeJS.ProcessEnv } => {
  const tag = watchedMarker();
  return { tag, env: { PATH: '/usr/bin:/bin', TEST_TAG: tag } };
};

describe('the PATH of the login shell', () => {
  it('P1 makes a command found that a bare desktop PATH lacks', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'tools'));
    script(path.join(folder, 'tools'), 'stub-server', ['echo "the stub runs" >&2']);
    // stands for a shell with start files: sets PATH, then runs the script that it was given after -ilc
    const shell = script(folder, 'shell', [`PATH="${folder}/tools:/usr/bin"`, 'export PATH', 'eval "$2"']);

    const loginPath = await loginShellPath({ shell, env: tagged().env, platform: process.platform, timeoutMs: 30_000 });
    expect(loginPath).toBe(`${folder}/tools:/usr/bin`);
    const marker = watchedMarker();
    const env = childEnvironment({ appEnv: { PATH: '/usr/bin' }, entryEnv: {}, loginPath, marker, platform: process.platform });
    const server = prepare('', { command: 'stub-server', args: [], env, marker });
    await server.transport.start();
    await server.transport.exited;
    expect(server.log.tail()).toEqual(['the stub runs']);

    const bare = prepare('', { command: 'stub-server', args: [], env: { PATH: '/usr/bin' } });
    expect((await launchErrorOf(bare)).message).toContain('PATH searched: /usr/bin');
  });

  it.each(['/bin/bash', '/bin/dash', '/bin/sh'])('is read from %s, whatever its start files print', async (shell) => {
    const home = temporaryFolder();
    const noisy = 'echo "Welcome! >> <<"; echo "a warning" >&2; PATH="$HOME/own tools:$PATH"; export PATH\n';
    for (const name of ['.bash_profile', '.profile', '.bashrc']) writeFileSync(path.join(home, name), noisy);
    const found = await loginShellPath({ shell, env: { ...tagged().env, HOME: home }, platform: process.platform, timeoutMs: 30_000 });
    expect(found).toContain(`${home}/own tools:`);
    expect(found).toMatch(/\/usr\/bin/);
  });

  it('is given up when a start file hangs, and nothing of it is left', async () => {
    const { tag, env } = tagged();
    const shell = script(temporaryFolder(), 'shell', ['setsid sleep 1000 &', 'sleep 1000']);
    const asking = loginShellPath({ shell, env, platform: process.platform, timeoutMs: 500 });
    expect(await asking).toBeNull();
    await eventually(() => expect(pidsWithEnvironment(tag)).toEqual([]));
  });

  it('does not wait for a question that a start file asks', async () => {
    const shell = script(temporaryFolder(), 'shell', ['read answer', 'eval "$2"']);
    expect(await loginShellPath({ shell, env: tagged().env, platform: process.platform, timeoutMs: 30_000 })).toBe('/usr/bin:/bin');
  });

  it.each([
    ['prints no PATH', ['echo "This account is currently not available."; exit 1']],
    ['floods its output', ['yes']],
    ['takes no such options', ['echo "unknown option" >&2; exit 2']],
  ])('is null when the shell %s', async (_name, lines) => {
    const shell = script(temporaryFolder(), 'shell', lines);
    expect(await loginShellPath({ shell, env: tagged().env, platform: process.platform, timeoutMs: 30_000 })).toBeNull();
  });

  it('is null without a shell, with one that is no program, and on Windows', async () => {
    const env = tagged().env;
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'text'), 'text');
    for (const shell of [undefined, '', 'bash', folder, path.join(folder, 'text'), path.join(folder, 'missing')]) {
      expect(await loginShellPath({ shell, env, platform: 'linux' })).toBeNull();
    }
    expect(await loginShellPath({ shell: '/bin/sh', env, platform: 'win32' })).toBeNull();
  });
});
