import { app, session } from 'electron';
import { appOrigin } from './app-origin.js';

/** Refuses everything the window never needs: navigation, new windows, embedded views, permissions, downloads. */
export function lockDown(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event, url) => {
      // A reload of the page itself is no navigation elsewhere.
      if (!url.startsWith(`${appOrigin}/`)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
  session.defaultSession.setPermissionRequestHandler((_, __, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  session.defaultSession.on('will-download', (event) => event.preventDefault());
}
