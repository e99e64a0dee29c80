import { join } from 'node:path';
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import type { Engine } from '../engine.js';
import { trayView, type TrayView } from './tray-state.js';

/** What the tray can ask for. */
export interface TrayActions {
  open(): void;
  quit(): void;
}

function menuOf(view: TrayView, engine: Engine, actions: TrayActions): Menu {
  const servers = view.servers.map(({ name, label, canRestart }): MenuItemConstructorOptions => {
    // A single & would underline the next letter instead of standing there.
    const shown = label.replaceAll('&', '&&');
    if (!canRestart) return { label: shown, enabled: false };
    return { label: shown, submenu: [{ label: 'Restart', click: () => void engine.invoke('servers.restart', { name }) }] };
  });
  return Menu.buildFromTemplate([
    { label: view.summary, enabled: false },
    ...(servers.length > 0 ? [{ type: 'separator' as const }, ...servers] : []),
    { type: 'separator' },
    { label: 'Open Greenroom', click: actions.open },
    { label: 'Quit', click: actions.quit },
  ]);
}

/**
 * Shows one icon with the worst state of all servers, and their states in its menu. On a desktop without a tray the
 * app works the same; then this only says so. @returns ends it
 */
export function showTray(engine: Engine, icons: string, actions: TrayActions): () => void {
  const iconOf = ({ state }: TrayView): Electron.NativeImage => {
    const icon = nativeImage.createFromPath(join(icons, `tray-${state}.png`));
    if (state === 'calm' && process.platform === 'darwin') icon.setTemplateImage(true);
    return icon;
  };
  let tray: Tray;
  try {
    tray = new Tray(iconOf(trayView(engine.snapshot())));
  } catch (error) {
    process.stderr.write(`No tray icon: ${error instanceof Error ? error.message : String(error)}\n`);
    return () => undefined;
  }
  let shown = '';
  const draw = (): void => {
    const view = trayView(engine.snapshot());
    const text = JSON.stringify(view);
    if (text === shown) return;
    shown = text;
    tray.setImage(iconOf(view));
    tray.setToolTip(`Greenroom: ${view.summary}`);
    tray.setContextMenu(menuOf(view, engine, actions));
  };
  draw();
  tray.on('click', actions.open);
  const stop = engine.on('snapshot.changed', draw);
  return () => {
    stop();
    tray.destroy();
  };
}
