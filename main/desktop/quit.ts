import { app } from 'electron';
import type { Engine } from '../engine.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Quits in order: every server is stopped before the app ends. A second press or signal skips the grace times.
 * @returns asks for that quit
 */
export function quitInOrder(engine: Engine, dispose: () => void): () => void {
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await engine.shutdown();
    dispose();
    // `exit` and not `quit`: everything has been closed, and `before-quit` must not come round again.
    app.exit(0);
  };
  const quit = (): void => {
    if (ending === undefined) ending = end();
    else void engine.shutdown({ force: true });
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    quit();
  });
  for (const signal of signals) process.on(signal, quit);
  return quit;
}
