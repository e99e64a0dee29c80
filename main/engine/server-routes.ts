import { commandLine } from '../config/masking.js';
import type { EngineCore } from './core.js';
import type { EntryWork } from './entry-work.js';
import type { Handlers } from './handlers.js';
import { RouteError } from './route-error.js';

type ServerRoutes =
  | 'servers.start'
  | 'servers.restart'
  | 'servers.stop'
  | 'servers.setDisabled'
  | 'servers.remove'
  | 'servers.log'
  | 'servers.copyCommand'
  | 'servers.refresh'
  | 'entry.check'
  | 'entry.test'
  | 'entry.add';

/** Routes about server cards and config entries. */
export function serverRoutes(core: EngineCore, entries: EntryWork): Handlers<ServerRoutes> {
  return {
    // A start takes as long as the server needs; the card tells how it goes, so the route does not wait for it.
    'servers.start': ({ name }) => core.requireSession().launch(name, 'start'),
    'servers.restart': ({ name }) => core.requireSession().launch(name, 'restart'),
    'servers.stop': async ({ name }) => {
      await core.requireSession().stop(name);
      return {};
    },
    'servers.setDisabled': async ({ name, disabled }) => {
      await entries.setDisabled(name, disabled);
      return {};
    },
    'servers.remove': async ({ name }) => {
      await entries.remove(name);
      return {};
    },
    'servers.log': ({ name }) => ({ lines: [...core.requireSession().supervisor.log(name)] }),
    'servers.copyCommand': ({ name }) => {
      const { definition } = core.requireSession().entry(name);
      if (!definition.ok) throw new RouteError('invalid-entry', definition.problem.message);
      core.options.desktop.copy(commandLine(definition.value));
      return {};
    },
    'servers.refresh': async () => {
      await core.requireSession().reload();
      return {};
    },
    'entry.check': (draft) => ({ problems: [...entries.check(draft).problems] }),
    'entry.test': (draft) => entries.test(draft),
    'entry.add': async (draft) => {
      await entries.add(draft);
      return {};
    },
  };
}
