import { app } from 'electron';
import { limits } from '../limits.js';
import type { Engine } from '../engine.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What quitting needs from the start script. */
export interface QuitParts {
  /** Ends what belongs to the desktop, after all servers have been stopped. */
  readonly dispose: () => void;
  /** Something went wrong on the way out; the app ends all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Quits in order: every server is stopped before the app ends. A second press or signal skips the grace times.
 * @returns asks for that quit
 */
export function quitInOrder(engine: Engine, { dispose, onError }: QuitParts): () => void {
  let asked = false;
  let left = false;
  const leave = (code: number): void => {
    if (left) return;
    left = true;
    dispose();
    // `exit` and not `quit`: everything has been closed, and `before-quit` must not come round again.
    app.exit(code);
  };
  const end = async (force: boolean): Promise<void> => {
    try {
      await engine.shutdown({ force });
      leave(0);
    } catch (error) {
      onError(error);
      leave(1);
    }
  };
  const quit = (): void => {
    void end(asked);
    // Whoever asks twice wants to be gone, even when something hangs.
    if (asked) setTimeout(() => leave(1), limits.forcedQuitMs);
    asked = true;
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    quit();
  });
  for (const signal of signals) process.on(signal, quit);
  return quit;
}
