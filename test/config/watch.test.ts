import { mkdir, readFile, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigEditor } from '../../main/config/edit.js';
import { configFiles } from '../../main/config/load.js';
import { watchConfig, type ConfigWatch } from '../../main/config/watch.js';
import { tempHome, type TempHome } from './temp-home.js';

const open: ConfigWatch[] = [];
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
});

/** Watches all files of a fresh home; `seen(n)` waits until the n-th change was told. */
async function watched(
  prepare?: (places: TempHome) => Promise<unknown>,
): Promise<TempHome & { calls: () => number; seen: (n: number) => Promise<void> }> {
  const places = await tempHome();
  await prepare?.(places);
  const onChange = vi.fn();
  open.push(watchConfig(configFiles(places), onChange));
  const seen = (times: number): Promise<void> =>
    vi.waitFor(
      () => {
        expect(onChange).toHaveBeenCalledTimes(times);
      },
      { timeout: 20_000, interval: 20 },
    );
  return { ...places, calls: () => onChange.mock.calls.length, seen };
}

describe('changes that are seen', () => {
  it('a file written in place, replaced by rename, and removed', async () => {
    const { workspace, write, seen } = await watched((places) => places.write('workspace', '.mcp.json', '{}'));
    const file = await write('workspace', '.mcp.json', '{"a": 1}');
    await seen(1);
    await writeFile(`${file}.new`, '{"a": 2}');
    await rename(`${file}.new`, file);
    await seen(2);
    await unlink(join(workspace, '.mcp.json'));
    await seen(3);
  });

  it('a file whose folder did not exist, several levels deep, then changes in it', async () => {
    const { write, seen } = await watched(({ home }) => rm(home, { recursive: true }));
    await write('home', '.greenroom/mcp.json', '{}');
    await seen(1);
    await write('home', '.greenroom/mcp.json', '{"a": 1}');
    await seen(2);
  });

  it('a folder that was removed and made again', async () => {
    const { write, workspace, seen } = await watched((places) => places.write('workspace', '.vscode/mcp.json', '{}'));
    await rm(join(workspace, '.vscode'), { recursive: true });
    await seen(1);
    await write('workspace', '.vscode/mcp.json', '{"a": 1}');
    await seen(2);
    await write('workspace', '.vscode/mcp.json', '{"a": 2}');
    await seen(3);
  });

  it('the file behind a link, and the link pointed elsewhere', async () => {
    const { workspace, write, seen } = await watched(async (places) => {
      const real = await places.write('home', 'shared/one.json', '{}');
      await places.write('home', 'shared/two.json', '{"two": 2}');
      await symlink(real, join(places.workspace, '.mcp.json'));
    });
    const one = await write('home', 'shared/one.json', '{"a": 1}');
    await seen(1);
    await symlink(join(dirname(one), 'two.json'), join(workspace, 'link.new'));
    await rename(join(workspace, 'link.new'), join(workspace, '.mcp.json'));
    await seen(2);
  });

  it("the app's own edit, once", async () => {
    const { workspace, seen, calls } = await watched();
    await new ConfigEditor().addEntry(join(workspace, '.greenroom', 'mcp.json'), 'n', { command: 'c' });
    await seen(1);
    await new ConfigEditor().addEntry(join(workspace, '.greenroom', 'mcp.json'), 'm', { command: 'c' });
    await seen(2);
    expect(calls()).toBe(2);
  });
});

describe('what is no change', () => {
  it('a touch, the same text written again and other files call nothing', async () => {
    const { workspace, write, calls, seen } = await watched((places) => places.write('workspace', '.mcp.json', '{}'));
    const file = join(workspace, '.mcp.json');
    const other = vi.fn();
    open.push(watchConfig([join(workspace, 'other.json')], other));
    await utimes(file, new Date(), new Date());
    await writeFile(file, await readFile(file));
    await mkdir(join(workspace, 'src'));
    await write('workspace', 'other.json', '{}');
    // the second watcher's wait began after the first one's, so the first one has looked by now
    await vi.waitFor(() => {
      expect(other).toHaveBeenCalledTimes(1);
    });
    expect(calls()).toBe(0);
    await write('workspace', '.mcp.json', '{"real": 1}');
    await seen(1);
  });

  it('nothing is called after close, and the process has no watcher left', async () => {
    const handles = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length;
    const before = handles();
    const { workspace, write, calls, seen } = await watched();
    await write('workspace', '.mcp.json', '{}');
    await seen(1);
    expect(handles()).toBeGreaterThan(before);
    open.splice(0).forEach((watch) => {
      watch.close();
    });
    await vi.waitFor(() => {
      expect(handles()).toBe(before);
    });
    const later = vi.fn();
    open.push(watchConfig([join(workspace, '.mcp.json')], later));
    await write('workspace', '.mcp.json', '{"a": 1}');
    await vi.waitFor(() => {
      expect(later).toHaveBeenCalledTimes(1);
    });
    expect(calls()).toBe(1);
  });
});
