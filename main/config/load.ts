import { join } from 'node:path';
import type { Problem } from '../../preload/contract/problem.js';
import type { ConfigPlaces, EntrySource, LoadedConfig, ServerEntry } from './definition.js';
import { displayPath } from './display-path.js';
import { parseConfigText, type FileEntry } from './parse-file.js';
import { readConfigFile } from './read-file.js';

/** The person's own file. */
export function userConfigFile(home: string): string {
  return join(home, '.greenroom', 'mcp.json');
}

/** The project's file that the app writes to. */
export function projectConfigFile(workspace: string): string {
  return join(workspace, '.greenroom', 'mcp.json');
}

/** Files that are read, in order: the first one that defines a name wins (PRODUCT.md §2). */
export function configFiles({ home, workspace }: ConfigPlaces): string[] {
  const user = userConfigFile(home);
  if (workspace === null) return [user];
  const others = ['.andromity/mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', '.mcp.json'].map((file) => join(workspace, file));
  return [...new Set([user, projectConfigFile(workspace), ...others])];
}

/**
 * Reads all config files and merges them by name. Never throws: what cannot be read is a problem, and the rest
 * goes on. A file that is reached by two paths (home as workspace, links) is read once, under the first.
 */
export async function loadConfig(places: ConfigPlaces): Promise<LoadedConfig> {
  const files = configFiles(places);
  const contents = await Promise.all(files.map(readConfigFile));
  const seen = new Set<string>();
  const entries: FileEntry[] = [];
  const problems: Problem[] = [];
  for (const [index, file] of files.entries()) {
    const content = contents[index];
    if (!content || content.kind === 'missing') continue;
    if (content.realPath !== undefined && seen.has(content.realPath)) continue;
    seen.add(content.realPath ?? file);
    const display = displayPath(file, places);
    if (content.kind === 'unreadable') {
      const line = content.line === undefined ? {} : { line: content.line };
      problems.push({ ...content.broken, severity: 'error', file: display, ...line });
      continue;
    }
    const parsed = parseConfigText(content.text, file, display);
    entries.push(...parsed.entries);
    problems.push(...parsed.problems);
  }
  return { servers: merged(entries), problems, files };
}

/** One server a name. Also an entry that cannot be read wins its name: a fault must not start what it hid before. */
function merged(entries: readonly FileEntry[]): ServerEntry[] {
  const winners = new Map<string, { readonly entry: FileEntry; readonly hides: EntrySource[] }>();
  for (const entry of entries) {
    const winner = winners.get(entry.name);
    if (winner) winner.hides.push(entry.source);
    else winners.set(entry.name, { entry, hides: [] });
  }
  return [...winners.values()].map(({ entry, hides }) => ({ name: entry.name, source: entry.source, hides, ...entry.parsed }));
}
