import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard, dialog } from 'electron';
import { registerAppScheme, serveApp } from './desktop/app-scheme.js';
import { connectBridge } from './desktop/bridge.js';
import { launchFolder } from './desktop/launch-folder.js';
import { keepWindow } from './desktop/kept-window.js';
import { lockDown } from './desktop/lockdown.js';
import { setMenu } from './desktop/menu.js';
import { quitInOrder } from './desktop/quit.js';
import { openSettings } from './desktop/settings-store.js';
import { applyTheme } from './desktop/theme.js';
import { showTray } from './desktop/tray.js';
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

/** A folder that was asked for and cannot be opened is told; the window opens all the same. */
function tellUnopened(error: unknown): void {
  tell(error);
  const message = error instanceof Error ? error.message : String(error);
  void dialog.showMessageBox({ type: 'error', title: 'Greenroom', message }).catch(tell);
}

function copy(text: string): void {
  // Newer Electrons answer with a promise, older ones with nothing.
  void Promise.resolve(clipboard.writeText(text)).catch(tell);
}

function buildEngine(settings: SettingsStore): Engine {
  return createEngine({
    home,
    appEnv: process.env,
    version: app.getVersion(),
    electron: process.versions.electron,
    outOfSupport: Number.parseInt(process.versions.electron, 10) < limits.oldestElectronMajor,
    settings,
    desktop: { chooseFolder, copy },
    onError: tell,
  });
}

async function start(): Promise<void> {
  lockDown();
  serveApp(join(out, 'renderer'));
  const settings = openSettings();
  const engine = buildEngine(settings);
  applyTheme(settings.get('theme'), undefined);
  const window = keepWindow(engine, { settings, out, icon: join(icons, 'app-icon.png'), onError: tell });
  const folder = launchFolder(process.argv, process.cwd(), app.isPackaged) ?? settings.get('lastFolder');
  // The window loads while the folder is read.
  const opened = folder === null ? Promise.resolve() : engine.openWorkspace(folder).catch(tellUnopened);
  const endBridge = connectBridge(engine, window.current, opened);
  engine.on('snapshot.changed', ({ theme }) => theme !== undefined && applyTheme(theme, window.current()));
  const dispose = (): void => {
    window.remember();
    endTray();
    endBridge();
  };
  const quit = quitInOrder(engine, { dispose, onError: tell });
  const endTray = showTray(engine, icons, { open: window.show, quit });
  setMenu(window.current, quit);
  app.on('second-instance', (_, argv, folder) => {
    window.show();
    const asked = launchFolder(argv, folder, app.isPackaged);
    if (asked !== undefined) void engine.openWorkspace(asked).catch(tellUnopened);
  });
  app.on('activate', window.show);
  app.on('window-all-closed', () => !settings.get('keepRunning') && quit());
  window.show();
  await engine.lookForNpx();
}

// A terminal that has gone away must not turn each message into the next error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
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
