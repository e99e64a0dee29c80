import type { Snapshot } from '../../preload/contract/app.js';
import { displayPath } from '../config/display-path.js';
import type { EngineOptions } from './engine-options.js';
import type { WorkspaceSession } from './workspace-session.js';

/** What a snapshot is drawn from. */
export interface SnapshotFacts extends Pick<Snapshot, 'mode' | 'approvals' | 'calls' | 'catalogVersion'> {
  readonly options: EngineOptions;
  readonly session: WorkspaceSession | undefined;
  readonly npxFound: boolean;
}

/** Builds everything that the window draws. Reads, changes nothing. */
export function buildSnapshot({ options, session, npxFound, ...rest }: SnapshotFacts): Snapshot {
  const display = (path: string): string => displayPath(path, { home: options.home, workspace: null });
  const servers = session?.cards() ?? [];
  const ready = servers.filter((card) => card.state.kind === 'ready');
  const { version, electron, outOfSupport, settings } = options;
  return {
    runtime: { version, electron, platform: process.platform, outOfSupport, npxFound },
    workspace:
      session === undefined
        ? null
        : {
            path: session.folder,
            display: display(session.folder),
            trusted: session.consent.trusted,
            consentNeeded: session.consentNeeded,
          },
    recentFolders: settings.get('recentFolders').map((path) => ({ path, display: display(path) })),
    servers,
    problems: [...(session?.problems ?? [])],
    summary: {
      ready: ready.length,
      enabled: servers.filter((card) => !card.disabled).length,
      tools: ready.reduce((sum, card) => sum + card.tools, 0),
    },
    theme: settings.get('theme'),
    room: settings.get('room'),
    ...rest,
  };
}
