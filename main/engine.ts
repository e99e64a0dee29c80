import type { Snapshot } from '../preload/contract/app.js';
import type { EventName, EventPayload } from '../preload/contract/events.js';
import type { RouteFailure } from '../preload/contract/problem.js';
import { routes, type RouteInput, type RouteName } from '../preload/contract/routes.js';
import { appRoutes } from './engine/app-routes.js';
import { EngineCore } from './engine/core.js';
import type { EngineOptions } from './engine/engine-options.js';
import { EntryWork } from './engine/entry-work.js';
import type { Handler, Handlers } from './engine/handlers.js';
import { serverRoutes } from './engine/server-routes.js';
import { toolRoutes } from './engine/tool-routes.js';

export type { DesktopParts, EngineOptions } from './engine/engine-options.js';

/** A route's answer before its type is known again on the other side of the bridge. */
export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: RouteFailure };

/** The whole product without a window: the desktop, the terminal and tests drive it alike. */
export interface Engine {
  /** Asks one route. The input is parsed here; never rejects. */
  invoke(route: string, input: unknown): Promise<Reply>;
  /** Listens to one event; the answer ends the listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  snapshot(): Snapshot;
  /** @throws RouteError `folder-not-found` */
  openWorkspace(path: string): Promise<void>;
  /** Resolves when no server of the open folder is starting or stopping and the tokens of all tools have been counted. */
  settled(): Promise<void>;
  /** Tells whether somebody looks: health is measured only then. */
  setVisible(visible: boolean): void;
  /** Finds out whether `npx` is there; the first screen says what the sample needs. */
  lookForNpx(): Promise<void>;
  /** Ends every process, watcher and timer. `force` skips the grace times. */
  shutdown(options?: { readonly force?: boolean }): Promise<void>;
}

function isRoute(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}

/** The rooms' own errors carry a kebab-case code and a message for the person; Node's codes are in capitals. */
function isForPerson(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[a-z][a-z-]*$/.test(error.code);
}

function failure(error: unknown, onError: (error: unknown) => void): Reply {
  if (isForPerson(error)) return { ok: false, failure: { code: error.code, message: error.message } };
  onError(error);
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, failure: { code: 'unexpected', message: `Something went wrong inside Greenroom: ${why}` } };
}

async function answer<N extends RouteName>(handlers: Handlers<RouteName>, name: N, input: unknown): Promise<Reply> {
  const parsed = routes[name].input.safeParse(input);
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ');
    return { ok: false, failure: { code: 'bad-input', message: `The request “${name}” is malformed (${where}).` } };
  }
  const handler: Handler<N> = handlers[name];
  // The table pairs each name with its own schema; TypeScript cannot follow that through an index.
  return { ok: true, value: await handler(parsed.data as RouteInput<N>) };
}

/** Builds the engine. Nothing is read and nothing starts before a folder is opened. */
export function createEngine(options: EngineOptions): Engine {
  const core = new EngineCore(options);
  const entries = new EntryWork(core);
  const handlers: Handlers<RouteName> = { ...appRoutes(core), ...serverRoutes(core, entries), ...toolRoutes(core) };
  return {
    invoke: async (route, input) => {
      if (!isRoute(route)) return { ok: false, failure: { code: 'unknown-route', message: `There is no route “${route}”.` } };
      return answer(handlers, route, input).catch((error: unknown) => failure(error, options.onError));
    },
    on: (name, listener) => core.emitter.on(name, listener),
    snapshot: () => core.snapshot(),
    openWorkspace: (path) => core.openWorkspace(path),
    settled: async () => {
      await core.openSession?.settled();
      await core.catalog.settled();
    },
    setVisible: (visible) => core.setVisible(visible),
    lookForNpx: () => core.lookForNpx(),
    shutdown: async (how) => {
      await Promise.all([entries.close(), core.shutdown(how)]);
    },
  };
}
