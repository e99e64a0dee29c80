import type { Bridge, RouteReply } from '../../preload/contract/bridge.js';
import type { EventName, EventPayload } from '../../preload/contract/events.js';
import type { RouteFailure } from '../../preload/contract/problem.js';
import type { RouteInput, RouteName, RouteOutput } from '../../preload/contract/routes.js';

type Reply<N extends RouteName> = RouteOutput<N> | { failure: RouteFailure };
type Answer<N extends RouteName> = (input: RouteInput<N>) => Reply<N> | Promise<Reply<N>>;
type Answers = { [N in RouteName]?: Answer<N> };

/** Stands where the preload puts the bridge: answers as told, records what was asked, and tells events. */
export interface FakeBridge {
  readonly asked: { readonly route: RouteName; readonly input: unknown }[];
  tell<N extends EventName>(event: N, payload: EventPayload<N>): void;
}

/** Puts a bridge on the window whose routes answer as given; any other route answers an empty object. */
export function installBridge(answers: Answers): FakeBridge {
  const asked: { route: RouteName; input: unknown }[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const bridge: Bridge = {
    async invoke<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteReply<N>> {
      asked.push({ route, input });
      const answer: Answer<N> | undefined = answers[route];
      const value = answer === undefined ? ({} as RouteOutput<N>) : await answer(input);
      if (value !== null && typeof value === 'object' && 'failure' in value) return { ok: false, failure: value.failure };
      return { ok: true, value: value as RouteOutput<N> };
    },
    on<N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): () => void {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard);
      heard.add(listener);
      return () => heard.delete(listener);
    },
  };
  Object.defineProperty(window, 'greenroom', { value: bridge, configurable: true });
  return {
    asked,
    tell: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) (listener as (value: typeof payload) => void)(payload);
    },
  };
}
