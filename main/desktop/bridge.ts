import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../../preload/contract/channels.js';
import type { EventName } from '../../preload/contract/events.js';
import type { Engine, Reply } from '../engine.js';
import { appOrigin } from './app-origin.js';

const forwarded: readonly EventName[] = ['snapshot.changed', 'call.changed', 'navigate'];

/** Only the top frame of our own page may ask; anything else that got into the process may not. */
function isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  if (window.isDestroyed() || sender !== window.webContents) return false;
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.url.startsWith(`${appOrigin}/`);
}

/**
 * Answers the window's routes and sends it the engine's events. `current` gives the window that is open, if one is.
 * Answers wait for `opened`, so that the window never draws a first run while the folder is still being read.
 * @returns ends both
 */
export function connectBridge(engine: Engine, current: () => BrowserWindow | undefined, opened: Promise<void>): () => void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, route: unknown, input: unknown): Promise<Reply> => {
    const window = current();
    if (window === undefined || !isOwnPage(event, window)) {
      return { ok: false, failure: { code: 'foreign-sender', message: 'Only Greenroom’s own page may ask this.' } };
    }
    await opened;
    return engine.invoke(String(route), input);
  });
  const stops = forwarded.map((name) =>
    engine.on(name, (payload) => {
      const window = current();
      if (window !== undefined && !window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
    }),
  );
  return () => {
    ipcMain.removeHandler(INVOKE_CHANNEL);
    for (const stop of stops) stop();
  };
}
