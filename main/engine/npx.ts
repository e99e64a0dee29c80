import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const names = process.platform === 'win32' ? ['npx.cmd', 'npx.exe'] : ['npx'];

/** True when `npx` stands on the PATH that servers will get, the login shell's part included: the sample workspace needs it. */
export async function isNpxFound(env: NodeJS.ProcessEnv, loginPath: string | null): Promise<boolean> {
  const folders = [env['PATH'] ?? '', loginPath ?? ''].join(delimiter).split(delimiter);
  const checks = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => access(join(folder, name), constants.X_OK)));
  return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
}
