/** The colour family of a state: ready (accent), wait (your eye), fail, busy, off. Never shown without a shape and a word. */
export type Tone = 'ready' | 'wait' | 'fail' | 'busy' | 'off';

/** The shapes that a lamp can take; one for each kind of state, so that colour is never the only sign. */
export type LampShape = 'ready' | 'starting' | 'waits' | 'changed' | 'failed' | 'disabled' | 'stopped' | 'untrusted' | 'done' | 'new';

/** The tone that goes with each shape. */
export const lampTone: Readonly<Record<LampShape, Tone>> = {
  ready: 'ready',
  starting: 'busy',
  waits: 'wait',
  changed: 'wait',
  failed: 'fail',
  disabled: 'off',
  stopped: 'off',
  untrusted: 'wait',
  done: 'ready',
  new: 'wait',
};
