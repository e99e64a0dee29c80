import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { loginShellPath } from '../servers/login-shell-path.js';

const names = process.platform === 'win32' ? ['npx.cmd', 'npx.exe'] : ['npx'];

/** True when `npx` stands on the PATH that servers will get: the sample workspace needs it. */
export async function isNpxFound(env: NodeJS.ProcessEnv): Promise<boolean> {
  const login = await loginShellPath({ shell: env['SHELL'], env, platform: process.platform });
  const folders = [env['PATH'] ?? '', login ?? ''].join(delimiter).split(delimiter);
  const checks = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => access(join(folder, name), constants.X_OK)));
  return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
}
