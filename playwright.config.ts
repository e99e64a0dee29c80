import { defineConfig } from '@playwright/test';

/** Drives the built app in a real Electron window; `npm test` builds it, finds Electron and opens a display first. */
export default defineConfig({
  testDir: 'test/e2e',
  // Not `test-results` itself: Playwright empties its folder, and the screenshots beside it are kept.
  outputDir: 'test-results/e2e',
  // One window at a time: a second one would take the focus away.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: 'retain-on-failure' },
});
