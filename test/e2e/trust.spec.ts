import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, markedProcesses, picture, test } from './greenroom-app.js';
import { writeConfig } from './real-servers.js';

const fixture = join(import.meta.dirname, '..', 'servers', 'touches-a-file.mjs');

function entry(proof: string, nodeOptions: string): string {
  return JSON.stringify({
    mcpServers: { toucher: { command: process.execPath, args: [fixture], env: { FIXTURE_FILE: proof, NODE_OPTIONS: nodeOptions } } },
  });
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

test('P40 nothing starts before yes, and a changed value of NODE_OPTIONS alone asks again', async ({ greenroom }) => {
  const folder = join(greenroom.home, 'project');
  const proof = join(greenroom.home, 'proof.txt');
  await mkdir(folder);
  await writeConfig(folder, entry(proof, '--no-warnings'));
  const first = await greenroom.launch({ folder });
  const dialog = first.page.getByRole('alertdialog');
  await expect(dialog).toContainText('NODE_OPTIONS');
  await expect(dialog).toContainText('--no-warnings');
  expect(await read(proof)).toBe('');
  expect(await markedProcesses(greenroom.home)).toEqual([]);
  await picture(first.page, 'trust-risky');
  await first.page.getByRole('button', { name: 'Trust and start 1 server' }).click();
  await expect(first.page.getByRole('article', { name: 'Server toucher: Ready' })).toBeVisible();
  expect(await read(proof)).toBe('started\n');
  await first.quit();

  await writeConfig(folder, entry(proof, '--no-deprecation'));
  const second = await greenroom.launch({ folder });
  await expect(second.page.getByRole('alertdialog')).toContainText('--no-deprecation');
  await second.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Keep them off|Open without servers/ })
    .click();
  await expect(second.page.getByRole('article', { name: 'Server toucher: Waits for you' })).toBeVisible();
  expect(await read(proof)).toBe('started\n');
  expect(await markedProcesses(greenroom.home)).toEqual([]);
});

test('the gate is in the engine: raw IPC with no question answered reaches no server', async ({ greenroom }) => {
  const folder = join(greenroom.home, 'project');
  const proof = join(greenroom.home, 'proof.txt');
  await mkdir(folder);
  await writeConfig(folder, entry(proof, ''));
  const { page } = await greenroom.launch({ folder });
  const call = (callId: string, tool: string): Promise<unknown> =>
    page.evaluate(
      ([id, name]) => window.greenroom.invoke('tools.run', { callId: id ?? '', server: 'toucher', tool: name ?? '', args: {} }),
      [callId, tool],
    );

  expect(await call('untrusted', 'write_note')).toMatchObject({ value: { kind: 'blocked', code: 'untrusted-folder' } });
  await page.getByRole('button', { name: 'Trust and start 1 server' }).click();
  await expect(page.getByRole('article', { name: 'Server toucher: Ready' })).toBeVisible();

  // Never awaited: the question stays open.
  await page.evaluate(() => {
    for (const tool of ['write_note', 'read_note'])
      void window.greenroom.invoke('tools.run', { callId: `raw-${tool}`, server: 'toucher', tool, args: {} });
  });
  const questions = (): Promise<number> =>
    page.evaluate(async () => {
      const reply = await window.greenroom.invoke('app.snapshot', {});
      return reply.ok ? reply.value.approvals.length : 0;
    });
  await expect.poll(questions).toBe(2);
  for (const answer of [{ kind: 'yes' }, { kind: 'once', extra: true }, null]) {
    await page.evaluate((wrong) => window.greenroom.invoke('approvals.answer', { id: 'guessed', answer: wrong as never }), answer);
  }
  await page.evaluate(() => window.greenroom.invoke('calls.cancel', { callId: 'raw-write_note' }));
  await expect.poll(questions).toBe(1);
  expect(await read(proof)).toBe('started\n');
});
