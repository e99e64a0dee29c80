import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { floatingPromises } from '../../build/checks/floating-promises.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

function faultsOf(lines: string[]) {
  const script = ["import { ask } from './bridge.js';", ...lines].join('\n');
  return floatingPromises(root, new Map([[path.join(root, 'renderer', 'planted.svelte.ts'), script]]));
}

describe('promises in components', () => {
  it('one that nobody waits for is named with its line, also inside a function', () => {
    const faults = faultsOf(['function press() {', "  ask('app.snapshot', {});", '}', 'press();']);
    expect(faults).toEqual(['renderer/planted.svelte:3: nobody waits for this promise; await it, or say void']);
  });

  it('those that are awaited, kept, handled or let go by a word are in order, and so are runes', () => {
    const faults = faultsOf([
      'let answer = $state<Promise<unknown>>();',
      "$effect(() => void ask('app.snapshot', {}));",
      'async function press() {',
      "  answer = ask('app.snapshot', {});",
      "  await ask('app.snapshot', {});",
      "  ask('app.snapshot', {}).catch(() => undefined);",
      '}',
      'void press();',
    ]);
    expect(faults).toEqual([]);
  });
});
