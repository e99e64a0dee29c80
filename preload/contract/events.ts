import { z } from 'zod';
import { Snapshot } from './app.js';
import { CallView } from './call.js';

/** Every event: a name and what it carries. */
export const events = {
  /** The parts of the snapshot that changed since the last event; each part is whole. At most one per animation frame's time. */
  'snapshot.changed': Snapshot.partial(),
  /** One call was asked, moved on or ended. */
  'call.changed': CallView,
  /** A menu or tray item asks the window to show a room. */
  navigate: z.object({ room: z.enum(['servers', 'tools', 'settings']) }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
/** Parts that did not change are absent, never undefined: zod's `partial` cannot say that. */
export type EventPayload<N extends EventName> = N extends 'snapshot.changed' ? Partial<Snapshot> : z.infer<Events[N]>;
