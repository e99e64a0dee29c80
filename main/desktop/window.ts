import { join } from 'node:path';
import { BrowserWindow, screen } from 'electron';
import type { Settings, SettingsStore } from '../config/settings.js';
import { limits } from '../limits.js';
import { appOrigin } from './app-origin.js';
import { frameColours } from './theme.js';

/** The smallest window in which every room works. */
const smallest = { width: 720, height: 480 };

type Place = Settings['window'];

/** `GREENROOM_WINDOW=1280x800` fixes the size, for screenshots that can be laid side by side. */
function fixedSize(): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(process.env['GREENROOM_WINDOW'] ?? '') ?? [];
  return width === undefined || height === undefined ? undefined : { width: Number(width), height: Number(height) };
}

/** The remembered place, unless no screen shows it any more. */
function place(remembered: Place): Partial<Electron.Rectangle> {
  const fixed = fixedSize();
  if (fixed !== undefined) return fixed;
  const { x, y, width, height } = remembered;
  if (x === undefined || y === undefined) return { width, height };
  const area = screen.getDisplayMatching({ x, y, width, height }).workArea;
  const isSeen = x < area.x + area.width && x + width > area.x && y < area.y + area.height && y >= area.y;
  return isSeen ? { x, y, width, height } : { width, height };
}

/** Keeps the window's place for the next start; when it is closed this happens by itself. */
export function rememberPlace(window: BrowserWindow, settings: SettingsStore): void {
  if (fixedSize() !== undefined || window.isDestroyed()) return;
  settings.set('window', { ...window.getNormalBounds(), maximized: window.isMaximized() });
}

/** A page that crashed is loaded again: all that matters lives in the engine. */
function reloadAfterCrash({ webContents }: BrowserWindow, onError: (error: unknown) => void): void {
  let reloads = 0;
  webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return;
    onError(new Error(`The window's page has ended: ${reason}`));
    reloads += 1;
    if (reloads <= limits.pageReloads) webContents.reload();
  });
}

/** What the window stands on: the folder of the build, its icon, and where faults are told. */
export interface WindowParts {
  readonly settings: SettingsStore;
  readonly out: string;
  readonly icon: string;
  readonly onError: (error: unknown) => void;
}

/** Opens the one window, sandboxed and without Node. */
export function openWindow({ settings, out, icon, onError }: WindowParts): BrowserWindow {
  const remembered = settings.get('window');
  const { overlay, background } = frameColours();
  const window = new BrowserWindow({
    ...place(remembered),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Greenroom',
    icon,
    backgroundColor: background,
    titleBarStyle: 'hidden',
    titleBarOverlay: overlay,
    webPreferences: {
      preload: join(out, 'preload', 'index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (remembered.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => rememberPlace(window, settings));
  reloadAfterCrash(window, onError);
  window.loadURL(`${appOrigin}/`).catch(onError);
  return window;
}

/** Brings the window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
