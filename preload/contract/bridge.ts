import type { EventName, EventPayload } from './events.js';
import type { RouteFailure } from './problem.js';
import type { RouteInput, RouteName, RouteOutput } from './routes.js';

/** What a route answers over the bridge: errors travel as values, since thrown ones lose their fields on the way. */
export type RouteReply<N extends RouteName> =
  { readonly ok: true; readonly value: RouteOutput<N> } | { readonly ok: false; readonly failure: RouteFailure };

/** `window.greenroom`: all that the window can reach. */
export interface Bridge {
  /** Asks one route. Never rejects: a failure is a value. */
  invoke<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteReply<N>>;
  /** Listens to one event; the answer ends the listening. */
  on<N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): () => void;
}
