import { nativeTheme, type BrowserWindow } from 'electron';
import type { Theme } from '../../preload/contract/app.js';

/** The frame's colours: the tokens `--bg-frame`, `--ink-2`, `--bg-main` of the two themes. */
const frames = {
  dark: { color: '#090e0b', symbolColor: '#bac4b8', background: '#111915' },
  light: { color: '#eae8e1', symbolColor: '#464e45', background: '#f9f8f5' },
} as const;

/** Height of the drawn title bar, CSS pixels (token `--titlebar`). */
const titleBarHeight = 40;

/** Colours of the system's own window controls, by the theme that shows now. */
export function frameColours(): { readonly overlay: Electron.TitleBarOverlayOptions; readonly background: string } {
  const { color, symbolColor, background } = nativeTheme.shouldUseDarkColors ? frames.dark : frames.light;
  return { overlay: { color, symbolColor, height: titleBarHeight - 1 }, background };
}

/** Follows the setting; the page's `prefers-color-scheme` follows with it. */
export function applyTheme(theme: Theme, window: BrowserWindow | undefined): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  if (window === undefined || window.isDestroyed() || process.platform === 'darwin') return;
  const { overlay, background } = frameColours();
  window.setTitleBarOverlay(overlay);
  window.setBackgroundColor(background);
}
