import type { BrowserWindow } from 'electron';
import type { Engine } from '../engine.js';
import { openWindow, rememberPlace, showWindow, type WindowParts } from './window.js';

/** The one window of the app. */
export interface KeptWindow {
  /** The window, while one is open. */
  current(): BrowserWindow | undefined;
  /** Opens it, or brings it to the front. */
  show(): void;
  /** Keeps its place for the next start. */
  remember(): void;
}

/** Follows the one window: opened on demand, watched for whether somebody looks. */
export function keepWindow(engine: Engine, parts: WindowParts): KeptWindow {
  let window: BrowserWindow | undefined;
  const open = (): void => {
    const opened = openWindow(parts);
    window = opened;
    opened.on('show', () => engine.setVisible(true));
    opened.on('hide', () => engine.setVisible(false));
    opened.on('minimize', () => engine.setVisible(false));
    opened.on('restore', () => engine.setVisible(true));
    opened.on('closed', () => {
      engine.setVisible(false);
      window = undefined;
    });
  };
  return {
    current: () => window,
    show: () => (window === undefined ? open() : showWindow(window)),
    remember: () => window !== undefined && rememberPlace(window, parts.settings),
  };
}
