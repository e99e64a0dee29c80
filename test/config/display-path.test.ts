import nodePath from 'node:path';
import { expect, it } from 'vitest';
import { displayPath } from '../../main/config/display-path.js';

it.each([
  ['/home/me/.greenroom/mcp.json', '/home/me', '/home/me/p', '~/.greenroom/mcp.json'],
  ['/home/me/p/.vscode/mcp.json', '/home/me', '/home/me/p', '.vscode/mcp.json'],
  ['/home/me/.mcp.json', '/home/me', '/home/me', '~/.mcp.json'],
  ['/home/me/.greenroom/mcp.json', '/home/me', '/home', '~/.greenroom/mcp.json'],
  ['/srv/p/.mcp.json', '/home/me', '/srv/p', '.mcp.json'],
  ['/home/me/p', '/home/me', null, '~/p'],
  ['/home/me', '/home/me', null, '~'],
  ['/home/menu/x', '/home/me', null, '/home/menu/x'],
  ['/home/me/..p/x', '/home/me', null, '~/..p/x'],
  ['/etc/x', '/home/me', '/srv/p', '/etc/x'],
])('%s with home %s and workspace %s is shown as %s', (path, home, workspace, shown) => {
  expect(displayPath(path, { home, workspace }, nodePath.posix)).toBe(shown);
});

it('uses forward slashes on Windows, and keeps a path on another drive whole', () => {
  const anchors = { home: 'C:\\Users\\me', workspace: 'D:\\p' };
  expect(displayPath('C:\\Users\\me\\.greenroom\\mcp.json', anchors, nodePath.win32)).toBe('~/.greenroom/mcp.json');
  expect(displayPath('D:\\p\\.vscode\\mcp.json', anchors, nodePath.win32)).toBe('.vscode/mcp.json');
  expect(displayPath('E:\\x\\mcp.json', anchors, nodePath.win32)).toBe('E:\\x\\mcp.json');
});
