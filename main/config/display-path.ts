import nodePath from 'node:path';

/** Folders that a shown path is shortened by. */
export interface PathAnchors {
  readonly home: string;
  readonly workspace: string | null;
}

/**
 * A path as shown: relative to the workspace (`.vscode/mcp.json`), with `~` for home, else whole. Where one
 * folder lies in the other the nearer one is taken; when they are the same, home. Relative parts use `/` everywhere.
 */
export function displayPath(path: string, { home, workspace }: PathAnchors, rules: nodePath.PlatformPath = nodePath): string {
  const inside = (folder: string): string | undefined => {
    const relative = rules.relative(folder, path);
    const isInside = relative !== '..' && !relative.startsWith(`..${rules.sep}`) && !rules.isAbsolute(relative);
    return isInside ? relative.replaceAll(rules.sep, '/') : undefined;
  };
  const fromHome = inside(home);
  const fromWorkspace = workspace === null ? undefined : inside(workspace);
  if (fromWorkspace !== undefined && (fromHome === undefined || fromWorkspace.length < fromHome.length)) return fromWorkspace || '.';
  if (fromHome !== undefined) return fromHome === '' ? '~' : `~/${fromHome}`;
  return path;
}
