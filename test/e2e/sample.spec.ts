import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, picture, test } from './greenroom-app.js';
import { entryOf, realServerNames } from './real-servers.js';

/** An `npx` that starts the same packages from the development dependencies: what npx would do after its download. */
async function writeNpx(folder: string): Promise<void> {
  const cases = await Promise.all(
    realServerNames.map(async (name) => `  @modelcontextprotocol/server-${name}@*) entry='${await entryOf(name)}' ;;`),
  );
  await mkdir(folder);
  const npx = join(folder, 'npx');
  await writeFile(
    npx,
    `#!/bin/sh\ncase "$2" in\n${cases.join('\n')}\n  *) exit 127 ;;\nesac\nshift 2\nexec '${process.execPath}' "$entry" "$@"\n`,
  );
  await chmod(npx, 0o755);
}

test('the sample workspace is written, shown before anything starts, and its four servers become ready', async ({ greenroom }) => {
  const bin = join(greenroom.home, 'bin');
  await writeNpx(bin);
  const { page } = await greenroom.launch({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, SHELL: '' } });
  await page.getByRole('button', { name: /Try the sample workspace/ }).click();
  const dialog = page.getByRole('alertdialog');
  for (const name of realServerNames) await expect(dialog).toContainText(`npx -y @modelcontextprotocol/server-${name}@`);
  await picture(page, 'sample-trust');
  await page.getByRole('button', { name: 'Trust and start 4 servers' }).click();
  for (const name of realServerNames) await expect(page.getByRole('article', { name: `Server ${name}: Ready` })).toBeVisible();
  await expect(page.getByText(/^4 of 4 servers ready/)).toBeVisible();
  await expect(page.getByText(/tokens as lines/)).toHaveCount(4);
  await picture(page, 'sample-ready');

  await page.evaluate(() => window.greenroom.invoke('app.setMode', { mode: 'TRUST' }));
  const folder = join(greenroom.home, 'greenroom-sample');
  const reply = await page.evaluate(() =>
    window.greenroom.invoke('tools.run', { callId: 'list', server: 'filesystem', tool: 'list_directory', args: { path: 'notes' } }),
  );
  expect(JSON.stringify(reply)).toContain('welcome.md');
  expect(await readFile(join(folder, 'notes', 'welcome.md'), 'utf8')).toContain('Greenroom sample');
});
