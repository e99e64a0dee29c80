import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './greenroom-app.js';

const preload = join(import.meta.dirname, '..', '..', 'out', 'preload', 'index.cjs');

/** Opens a hidden window with our preload and asks one route from it. */
function askFromAnotherWindow(app: ElectronApplication, url: string): Promise<unknown> {
  return app.evaluate(
    async ({ BrowserWindow }, parts) => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload: parts.preload, sandbox: true, contextIsolation: true } });
      await window.loadURL(parts.url);
      const reply: unknown = await window.webContents.executeJavaScript('window.greenroom.invoke("app.snapshot", {})');
      window.destroy();
      return reply;
    },
    { preload, url },
  );
}

const isDrawn = (page: Page): Promise<unknown> => expect(page.getByRole('button', { name: /Open a folder/ })).toBeVisible();

test('the page has the contract and nothing of Node or Electron', async ({ greenroom }) => {
  const { page } = await greenroom.launch();
  const found = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'global', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
    bridge: Object.keys(window.greenroom).sort(),
    frozen: Object.isFrozen(window.greenroom),
  }));
  expect(found).toEqual({ globals: [], bridge: ['invoke', 'on'], frozen: true });
});

test('a route that does not exist and an input that is wrong are answered, not thrown', async ({ greenroom }) => {
  const { page } = await greenroom.launch();
  const ask = (route: string, input: unknown): Promise<unknown> =>
    page.evaluate(([name, value]) => window.greenroom.invoke(name as 'app.snapshot', value as never), [route, input]);
  expect(await ask('no.such', {})).toMatchObject({ ok: false, failure: { code: 'unknown-route' } });
  expect(await ask('__proto__', {})).toMatchObject({ ok: false, failure: { code: 'unknown-route' } });
  expect(await ask('constructor', {})).toMatchObject({ ok: false, failure: { code: 'unknown-route' } });
  expect(await ask('app.setMode', { mode: 'ROOT' })).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
  expect(await ask('app.snapshot', { extra: true })).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
  expect(await ask('app.snapshot', {})).toMatchObject({ ok: true });
});

test('a call that does not come from the page of the window is refused', async ({ greenroom }) => {
  const { app } = await greenroom.launch();
  for (const url of ['data:text/html,<p>elsewhere</p>', 'app://greenroom/']) {
    expect(await askFromAnotherWindow(app, url)).toMatchObject({ ok: false, failure: { code: 'foreign-sender' } });
  }
});

test('new windows, navigation, permissions and downloads are refused', async ({ greenroom }) => {
  const { app, page } = await greenroom.launch();
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(app.windows()).toHaveLength(1);
  expect(await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)).toBe('denied');
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');

  // From here on through the main process: Playwright itself waits for a navigation that is refused.
  const refused = await app.evaluate(async ({ BrowserWindow, session }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error('no window');
    const click = (set: string): Promise<unknown> =>
      contents.executeJavaScript(
        `{ const link = document.createElement('a'); ${set}; document.body.append(link); link.click(); link.remove(); }`,
        true,
      );
    const seen: string[] = [];
    for (const url of ['https://example.com/', 'app://greenroom/none.html', 'app://elsewhere/']) {
      const asked = new Promise<void>((resolve) =>
        contents.once('will-frame-navigate', (event) => {
          seen.push(`${event.url} ${event.defaultPrevented ? 'refused' : 'allowed'}`);
          resolve();
        }),
      );
      await click(`link.href = '${url}'`);
      await asked;
    }
    const download = new Promise<void>((resolve) =>
      session.defaultSession.once('will-download', (event, item) => {
        seen.push(`${item.getFilename()} ${event.defaultPrevented ? 'refused' : 'allowed'}`);
        resolve();
      }),
    );
    await click("link.download = 'note.txt'; link.href = URL.createObjectURL(new Blob(['text']))");
    await download;
    return { seen, url: contents.getURL(), drawn: await contents.executeJavaScript("document.querySelector('.app') !== null") };
  });
  expect(refused).toEqual({
    seen: ['https://example.com/ refused', 'app://greenroom/none.html refused', 'app://elsewhere/ refused', 'note.txt refused'],
    url: 'app://greenroom/',
    drawn: true,
  });
});

test('no violation of the content policy as the app is; a script, a style, a frame and a request from inside are blocked', async ({
  greenroom,
}) => {
  const { page } = await greenroom.launch();
  await page.reload();
  await isDrawn(page);
  expect(greenroom.takeFaults()).toEqual([]);

  await page.evaluate(async () => {
    const list = document.createElement('ul');
    list.id = 'violations';
    document.body.append(list);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      list.append(Object.assign(document.createElement('li'), { textContent: effectiveDirective }));
    });
    const add = (name: string, attribute: string, value: string): void => {
      const element = document.createElement(name);
      if (attribute === '') element.textContent = value;
      else element.setAttribute(attribute, value);
      document.body.append(element);
    };
    add('script', '', 'window.injected = true');
    add('style', '', 'body { display: none }');
    add('iframe', 'src', 'https://example.com/');
    add('img', 'src', 'https://example.com/pixel.png');
    add('button', 'onclick', 'window.injected = true');
    document.querySelector<HTMLElement>('button[onclick]')?.click();
    await fetch('https://example.com/').catch(() => undefined);
  });
  for (const directive of ['script-src-elem', 'style-src-elem', 'frame-src', 'img-src', 'script-src-attr', 'connect-src']) {
    await expect(page.locator('#violations > li').filter({ hasText: directive }).first()).toBeAttached();
  }
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  expect(greenroom.takeFaults().join('\n')).toContain('Content Security Policy');
});

test('the page is loaded again when it crashed', async ({ greenroom }) => {
  const { app } = await greenroom.launch();
  const drawn = (): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return false;
      return contents.executeJavaScript('document.querySelector(".app") !== null && document.querySelector(".loading") === null');
    });
  const before = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const pid = contents?.getOSProcessId();
    contents?.forcefullyCrashRenderer();
    return pid;
  });
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()))
    .not.toBe(before);
  await expect.poll(drawn).toBe(true);
});
