import type { EngineCore } from './core.js';
import type { Handlers } from './handlers.js';
import { writeSampleWorkspace } from './sample-workspace.js';

type WindowRoutes = 'app.snapshot' | 'app.setMode' | 'app.setTheme' | 'app.setRoom' | 'app.copy';
type WorkspaceRoutes = 'workspace.choose' | 'workspace.open' | 'workspace.close' | 'workspace.openSample';
type TrustRoutes = 'trust.review' | 'trust.accept' | 'trust.reveal';

/** Routes about the app as a whole, the open folder and its trust. */
export function appRoutes(core: EngineCore): Handlers<WindowRoutes | WorkspaceRoutes | TrustRoutes> {
  return { ...windowRoutes(core), ...workspaceRoutes(core), ...trustRoutes(core) };
}

function windowRoutes(core: EngineCore): Handlers<WindowRoutes> {
  return {
    'app.snapshot': () => core.snapshot(),
    'app.setMode': ({ mode }) => {
      core.setMode(mode);
      return {};
    },
    'app.setTheme': ({ theme }) => {
      core.options.settings.set('theme', theme);
      core.snapshots.touch();
      return {};
    },
    'app.setRoom': ({ room }) => {
      core.options.settings.set('room', room);
      core.snapshots.touch();
      return {};
    },
    'app.copy': ({ text }) => {
      core.options.desktop.copy(text);
      return {};
    },
  };
}

function workspaceRoutes(core: EngineCore): Handlers<WorkspaceRoutes> {
  return {
    'workspace.choose': async () => ({ path: await core.options.desktop.chooseFolder() }),
    'workspace.open': async ({ path }) => {
      await core.openWorkspace(path);
      return {};
    },
    'workspace.close': async () => {
      await core.closeWorkspace();
      return {};
    },
    'workspace.openSample': async () => {
      const path = await writeSampleWorkspace(core.options.home);
      await core.openWorkspace(path);
      return { path };
    },
  };
}

function trustRoutes(core: EngineCore): Handlers<TrustRoutes> {
  return {
    'trust.review': async () => {
      const session = core.openSession;
      if (session === undefined) return null;
      await session.reload();
      return session.consent.review(session.entries);
    },
    'trust.accept': async ({ token }) => {
      await core.requireSession().accept(token);
      return {};
    },
    'trust.reveal': ({ token, ...wanted }) => {
      const { consent, entries } = core.requireSession();
      return { value: consent.reveal(entries, token, wanted) };
    },
  };
}
