import type { EventName, EventPayload } from '../../preload/contract/events.js';

type Listener<N extends EventName> = (payload: EventPayload<N>) => void;
type Listeners = { [N in EventName]: Set<Listener<N>> };

/** The engine's events, typed by the contract. A listener that throws does not keep the others from hearing. */
export class Emitter {
  private readonly listeners: Listeners = {
    'snapshot.changed': new Set(),
    'call.changed': new Set(),
    navigate: new Set(),
  };

  constructor(private readonly onListenerError: (error: unknown) => void) {}

  /** Listens to one event; the answer ends the listening. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const set: Set<Listener<N>> = this.listeners[name];
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const set: Set<Listener<N>> = this.listeners[name];
    for (const listener of set) {
      try {
        listener(payload);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  clear(): void {
    for (const set of Object.values(this.listeners)) set.clear();
  }
}
