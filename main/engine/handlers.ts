import type { RouteInput, RouteName, RouteOutput } from '../../preload/contract/routes.js';

/** One handler a route. A handler throws `RouteError` for what the person can act on. */
export type Handler<N extends RouteName> = (input: RouteInput<N>) => Promise<RouteOutput<N>> | RouteOutput<N>;

/** The handlers of some routes; all groups together must cover the contract. */
export type Handlers<N extends RouteName> = { readonly [K in N]: Handler<K> };
