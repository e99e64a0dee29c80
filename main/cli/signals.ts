import { constants } from 'node:os';
import type { Engine } from '../engine.js';
import type { Answer } from './commands.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the command in order, a second one skips the grace times of the servers. */
export function endOnSignals(engine: Engine): { readonly signalled: Promise<Answer>; dispose(): void } {
  let told = false;
  let tell: (answer: Answer) => void = () => undefined;
  const signalled = new Promise<Answer>((resolve) => {
    tell = resolve;
  });
  const onSignal = (signal: (typeof signals)[number]): void => {
    if (told) void engine.shutdown({ force: true });
    told = true;
    tell({ code: 128 + constants.signals[signal], text: '', note: `Ended by ${signal}; the servers are being stopped.` });
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signalled,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
