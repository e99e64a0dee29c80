import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { EVENT_CHANNEL } from '../../preload/contract/channels.js';
import type { EventPayload } from '../../preload/contract/events.js';

const rooms = [
  ['Servers', 'servers'],
  ['Tools', 'tools'],
  ['Settings', 'settings'],
] as const;

/** Sets the application menu: what the system expects, and the rooms. The window handles the rooms' keys itself. */
export function setMenu(current: () => BrowserWindow | undefined, quit: () => void): void {
  const go = (payload: EventPayload<'navigate'>): void => current()?.webContents.send(EVENT_CHANNEL, 'navigate', payload);
  const roomItems = rooms.map(([label, room]): MenuItemConstructorOptions => ({ label, click: () => go({ room }) }));
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    { label: 'File', submenu: [{ role: 'close' }, { label: 'Quit Greenroom', accelerator: 'CmdOrCtrl+Q', click: quit }] },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...roomItems,
        { type: 'separator' },
        { role: 'reload' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
