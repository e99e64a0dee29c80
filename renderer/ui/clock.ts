import { createSubscriber } from 'svelte/reactivity';

/** Facts that count seconds are drawn once a second. */
const TICK_MS = 1_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** The time now in epoch milliseconds; whatever reads it is drawn again each second, and the clock stops when nothing reads it. */
export function now(): number {
  subscribe();
  return Date.now();
}
