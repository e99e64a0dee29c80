import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, clipboard, dialog } from 'electron';
import { registerAppScheme, serveApp } from './desktop/app-scheme.js';
import { connectBridge } from './desktop/bridge.js';
import { launchFolder } from './desktop/launch-folder.js';
import { lockDown } from './desktop/lockdown.js';
import { setMenu } from './desktop/menu.js';
import { isNpxFound } from './desktop/npx.js';
import { quitInOrder } from './desktop/quit.js';
import { openSettings } from './desktop/settings-store.js';
import { applyTheme } from './desktop/theme.js';
import { showTray } from './desktop/tray.js';
import { openWindow, showWindow } from './desktop/window.js';
import { createEngine, type Engine } from './engine.js';
import { limits } from './limits.js';
import type { SettingsStore } from './config/settings.js';

const out = dirname(dirname(fileURLToPath(import.meta.url)));
const icons = join(out, '..', 'build', 'icons');
const home = process.env['GREENROOM_HOME'] ?? homedir();

const tell = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);

async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({ title: 'Open a folder', properties: ['openDirectory', 'createDirectory'] });
  return filePaths[0] ?? null;
}

function buildEngine(settings: SettingsStore): Engine {
  return createEngine({
    home,
    appEnv: process.env,
    version: app.getVersion(),
    electron: process.versions.electron,
    outOfSupport: Number.parseInt(process.versions.electron, 10) < limits.oldestElectronMajor,
    settings,
    desktop: { chooseFolder, copy: (text) => clipboard.writeText(text) },
    onError: tell,
  });
}

/** Follows the one window: opened again on demand, watched for whether somebody looks. */
function keepWindow(engine: Engine, settings: SettingsStore): { current(): BrowserWindow | undefined; show(): void } {
  let window: BrowserWindow | undefined;
  const open = (): void => {
    const opened = openWindow(settings, out, join(icons, 'app-icon.png'));
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
  return { current: () => window, show: () => (window === undefined ? open() : showWindow(window)) };
}

async function start(): Promise<void> {
  lockDown();
  serveApp(join(out, 'renderer'));
  const settings = openSettings();
  const engine = buildEngine(settings);
  applyTheme(settings.get('theme'), undefined);
  const window = keepWindow(engine, settings);
  const endBridge = connectBridge(engine, window.current);
  engine.on('snapshot.changed', ({ theme }) => theme !== undefined && applyTheme(theme, window.current()));
  const quit = quitInOrder(engine, () => {
    endTray();
    endBridge();
  });
  const endTray = showTray(engine, icons, { open: window.show, quit });
  setMenu(window.current, quit);
  app.on('second-instance', (_, argv, folder) => {
    window.show();
    const asked = launchFolder(argv, folder, app.isPackaged);
    if (asked !== undefined) void engine.openWorkspace(asked).catch(tell);
  });
  app.on('activate', window.show);
  app.on('window-all-closed', () => !settings.get('keepRunning') && quit());
  const folder = launchFolder(process.argv, process.cwd(), app.isPackaged) ?? settings.get('lastFolder');
  if (folder !== null) await engine.openWorkspace(folder).catch(tell);
  window.show();
  engine.setNpxFound(await isNpxFound(process.env));
}

process.on('uncaughtException', tell);
process.on('unhandledRejection', tell);
registerAppScheme();
if (process.env['GREENROOM_HOME'] !== undefined) app.setPath('userData', join(home, '.greenroom', 'desktop'));
if (app.requestSingleInstanceLock()) {
  void app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      tell(error);
      dialog.showErrorBox('Greenroom could not start', error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
} else {
  app.exit(0);
}
