import type { Bridge, RouteReply } from '../preload/contract/bridge.js';
import type { EventName, EventPayload } from '../preload/contract/events.js';
import type { RouteInput, RouteName } from '../preload/contract/routes.js';

declare global {
  interface Window {
    readonly greenroom: Bridge;
  }
}

/** Asks one route of the engine. Never rejects: what could not be done is a value with a message for the person. */
export function ask<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteReply<N>> {
  // Svelte's proxies cannot cross the bridge; what the contract carries is plain JSON.
  const plain = JSON.parse(JSON.stringify(input)) as RouteInput<N>;
  return window.greenroom.invoke(route, plain);
}

/** Listens to one event of the engine; the answer ends the listening. */
export function listen<N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.greenroom.on(event, listener);
}
