import { describe, expect, it } from 'vitest';
import { sourceFileFaults } from '../../build/checks/source-files.mjs';

describe('length and names of files', () => {
  it('250 lines pass, one more does not', () => {
    expect(sourceFileFaults('main/a.ts', 'x\n'.repeat(250))).toEqual([]);
    expect(sourceFileFaults('main/a.ts', 'x\n'.repeat(251))).toEqual(['main/a.ts: 251 lines; split it, 250 is the most']);
  });

  it.each(['main/stderr-ring.ts', 'renderer/state.svelte.ts', 'test/e2e/first-run.spec.ts', 'vite.config.ts'])(
    '%s is a good name',
    (file) => {
      expect(sourceFileFaults(file, '')).toEqual([]);
    },
  );

  it.each(['main/StderrRing.ts', 'main/utils.ts', 'main/string-helpers.ts', 'main/snake_case.ts'])('%s is refused', (file) => {
    expect(sourceFileFaults(file, '')).toHaveLength(1);
  });
});
