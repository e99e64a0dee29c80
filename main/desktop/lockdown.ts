import { app, session } from 'electron';
import { appOrigin } from './app-origin.js';

/** The one address that may be loaded, by a reload; a file of ours that is no page is none. */
const page = `${appOrigin}/`;

/** Refuses everything the window never needs: navigation, new windows, embedded views, permissions, downloads. */
export function lockDown(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // Frames as well, though the content policy allows none.
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || event.url !== page) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
  session.defaultSession.setPermissionRequestHandler((_, __, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  session.defaultSession.on('will-download', (event) => event.preventDefault());
}
