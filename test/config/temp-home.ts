import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { loadConfig } from '../../main/config/load.js';
import type { LoadedConfig, ServerEntry } from '../../main/config/definition.js';

/** A home and a workspace of their own, side by side, removed after the test. */
export interface TempHome {
  readonly home: string;
  readonly workspace: string;
  /** Writes a text below the home or the workspace, with its folders, and gives the absolute path. */
  write(where: 'home' | 'workspace', file: string, text: string | Uint8Array): Promise<string>;
  load(): Promise<LoadedConfig>;
}

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

export async function tempHome(): Promise<TempHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'greenroom-config-')));
  folders.push(root);
  const places = { home: join(root, 'home'), workspace: join(root, 'project') };
  await mkdir(places.home);
  await mkdir(places.workspace);
  return {
    ...places,
    write: async (where, file, text) => {
      const path = join(places[where], file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      return path;
    },
    load: () => loadConfig(places),
  };
}

/** The server of that name; fails the test when there is none. */
export function serverOf(config: LoadedConfig, name: string): ServerEntry {
  const found = config.servers.find((server) => server.name === name);
  if (!found) throw new Error(`no server ${name} among ${config.servers.map((server) => server.name).join(', ')}`);
  return found;
}

/** Loads one project file that holds `text`. */
export async function loadText(text: string | Uint8Array): Promise<LoadedConfig> {
  const places = await tempHome();
  await places.write('workspace', '.mcp.json', text);
  return places.load();
}
