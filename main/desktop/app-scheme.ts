import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol } from 'electron';
import { appScheme, fileFor } from './app-origin.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Nothing but the app's own files may run or be fetched. Images and sounds of tool results come as data URLs;
 * style attributes are set by script, which the policy does not concern.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must run before the app is ready: a scheme gets its privileges only then. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built window from `folder` under `app://greenroom/`. */
export function serveApp(folder: string): void {
  protocol.handle(appScheme, async (request) => {
    const file = fileFor(request.url, folder);
    const type = file === undefined ? undefined : types[extname(file)];
    if (file === undefined || type === undefined) return new Response('Not found', { status: 404 });
    try {
      const headers = { 'Content-Type': type, 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' };
      return new Response(new Uint8Array(await readFile(file)), { headers });
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
}
