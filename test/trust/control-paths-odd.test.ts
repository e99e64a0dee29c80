import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { touchedControlPath } from '../../main/trust/control-paths.js';
import { readLinkOnDisk } from '../../main/trust/link-resolver.js';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'greenroom-odd-')));
mkdirSync(join(workspace, '.greenroom', 'sub'), { recursive: true });
mkdirSync(join(workspace, 'notes'));
symlinkSync('.greenroom', join(workspace, 'link'));
symlinkSync('.greenroom/sub', join(workspace, 'deep'));
afterAll(() => rmSync(workspace, { recursive: true }));

const touched = (path: string): string | undefined =>
  touchedControlPath({ path }, { workspace, home: '/home/somebody', readLink: readLinkOnDisk });

describe('P41 a path through a link that looks odd', () => {
  it.each([
    ['a line break before dots', 'a\n/../link/mcp.json'],
    ['a carriage return before dots', 'a\r/../link/mcp.json'],
    ['five thousand characters that fold away', `${'./'.repeat(2_500)}link/mcp.json`],
    ['a line break at its end', 'link/x\n'],
    ['spaces around it', ' link/x '],
    ['a NUL behind it', 'link/mcp.json\0.txt'],
    ['file: without slashes', 'file:link/x'],
    ['dots behind a link', 'deep/../mcp.json'],
  ])('still asks: %s', (_, path) => {
    expect(touched(path)).toBe('.greenroom/');
  });

  it.each(['notes/a.txt', 'a\nb', 'x'.repeat(20_000), `${'word '.repeat(5_000)}`, '', '..'])('leaves others alone (%#)', (path) => {
    expect(touched(path)).toBeUndefined();
  });
});
