/** The one channel on which the window asks for a route; the route's name travels in the message. */
export const INVOKE_CHANNEL = 'greenroom:invoke';

/** The one channel on which the engine's events reach the window; the event's name travels in the message. */
export const EVENT_CHANNEL = 'greenroom:event';
