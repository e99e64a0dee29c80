import AxeBuilder from '@axe-core/playwright';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './greenroom-app.js';
import { writeConfig } from './real-servers.js';

const fixture = join(import.meta.dirname, '..', 'servers', 'crash-in-call.mjs');

/** Rule and element of each violation, in both themes. The page cannot open the second tab that axe would like: legacy mode. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((wanted) => window.greenroom.invoke('app.setTheme', { theme: wanted }), theme);
    await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme);
    const result = await new AxeBuilder({ page }).setLegacyMode().analyze();
    found.push(...result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${theme} ${id}: ${target.join(' ')}`)));
  }
  return found;
}

test('every screen passes the accessibility rules, in both themes', async ({ greenroom }) => {
  const { page } = await greenroom.launch();
  expect.soft(await violations(page), 'first run').toEqual([]);

  const folder = join(greenroom.home, 'project');
  await mkdir(folder);
  const missing = { command: 'no-such-command-anywhere' };
  await writeConfig(folder, JSON.stringify({ mcpServers: { good: { command: process.execPath, args: [fixture] }, missing, broken: {} } }));
  await page.evaluate((path) => window.greenroom.invoke('workspace.open', { path }), folder);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect.soft(await violations(page), 'trust').toEqual([]);
  await page.getByRole('button', { name: /^Trust and start/ }).click();
  await expect(page.getByRole('article', { name: 'Server good: Ready' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Server missing: Failed' })).toBeVisible();
  expect.soft(await violations(page), 'servers').toEqual([]);

  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await violations(page), 'add').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Tools$/ }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect.soft(await violations(page), 'tools').toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  expect.soft(await violations(page), 'settings').toEqual([]);
});
