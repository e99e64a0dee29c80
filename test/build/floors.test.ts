import { describe, expect, it } from 'vitest';
import { floorFaults } from '../../build/checks/floors.mjs';

function faultsOf(files: Record<string, string>) {
  return floorFaults(new Map(Object.entries(files)));
}

describe('the floors check', () => {
  it('is content with imports that go down, with types in the window, and with the two channel names in preload', () => {
    const faults = faultsOf({
      'main/limits.ts': 'export const limits = {};',
      'main/config/load.ts': "import { limits } from '../limits.js';",
      'main/engine.ts': "import { load } from './config/load.js'; import { cards } from './engine/cards.js';",
      'main/engine/cards.ts': "import { load } from '../config/load.js';",
      'main/electron.ts': "import { app } from 'electron'; import { openWindow } from './desktop/window.js';",
      'main/desktop/window.ts': "import Store from 'electron-store'; import { createEngine } from '../engine.js';",
      'preload/contract/tool.ts': "import { z } from 'zod';",
      'preload/contract/channels.ts': "export const INVOKE_CHANNEL = 'a';",
      'preload/index.ts': "import { INVOKE_CHANNEL } from './contract/channels.js'; import type { Tool } from './contract/tool.js';",
      'renderer/app.svelte': '<script lang="ts">\n  import { type Tool } from \'../preload/contract/tool.js\';\n</script>',
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['an import upwards', { 'main/config/a.ts': "import { b } from '../servers/b.js';", 'main/servers/b.ts': '' }],
    ['an import between rooms of one floor', { 'main/auth/a.ts': "import { b } from '../trust/b.js';", 'main/trust/b.ts': '' }],
    ['the same as a type in a type', { 'main/auth/a.ts': "type A = import('../trust/b.js').B;", 'main/trust/b.ts': '' }],
    ['the same by a re-export', { 'main/auth/a.ts': "export { b } from '../trust/b.js';", 'main/trust/b.ts': '' }],
    ['the same by a dynamic import', { 'main/auth/a.ts': "const b = await import('../trust/b.js');", 'main/trust/b.ts': '' }],
    ['electron in the engine', { 'main/engine.ts': "import type { App } from 'electron';" }],
    ['electron-store outside of desktop', { 'main/electron.ts': "import Store from 'electron-store';" }],
    ['the MCP client outside of servers and auth', { 'main/trust/a.ts': "import { Client } from '@modelcontextprotocol/client';" }],
    ['zod in the window', { 'renderer/a.ts': "import { z } from 'zod';" }],
    ['Node in preload', { 'preload/index.ts': "import { readFile } from 'node:fs';" }],
    [
      'a value of the contract in the window',
      { 'renderer/a.ts': "import { Tool } from '../preload/contract/tool.js';", 'preload/contract/tool.ts': '' },
    ],
    [
      'a type of main in a component',
      { 'renderer/a.svelte': '<script lang="ts">import type { B } from \'../main/limits.js\';</script>', 'main/limits.ts': '' },
    ],
    ['a file in no room', { 'main/extra/a.ts': '' }],
    ['a relative import without .js', { 'main/config/a.ts': "import { b } from './b';", 'main/config/b.ts': '' }],
    ['an import of nothing', { 'main/config/a.ts': "import { b } from './b.js';" }],
  ])('refuses %s', (_what, files) => {
    expect(faultsOf(files as Record<string, string>)).toHaveLength(1);
  });

  it('names the circle, and the line of a fault', () => {
    expect(faultsOf({ 'main/config/a.ts': "import { b } from './b.js';", 'main/config/b.ts': "import { a } from './a.js';" })).toEqual([
      'main/config/a.ts: imports in a circle: main/config/a.ts → main/config/b.ts → main/config/a.ts',
    ]);
    expect(faultsOf({ 'renderer/a.svelte': "<p>\n</p>\n<script>\n  import 'zod';\n</script>" })).toEqual([
      "renderer/a.svelte:4: 'zod': must not reach the window",
    ]);
  });
});
