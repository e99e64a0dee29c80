import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { touchedControlPath } from '../../main/trust/control-paths.js';
import { readLinkOnDisk } from '../../main/trust/link-resolver.js';
import type { Json, JsonObject } from '../../preload/contract/tool.js';

let base: string;
let workspace: string;
const touched = (args: JsonObject): string | undefined =>
  touchedControlPath(args, { workspace, home: join(base, 'home'), readLink: readLinkOnDisk });

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'greenroom-paths-')));
  workspace = join(base, 'w');
  await mkdir(join(workspace, '.greenroom'), { recursive: true });
  await mkdir(join(workspace, 'src'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const direct: [string, string][] = [
  ['.greenroom/mcp.json', '.greenroom/'],
  ['./.greenroom', '.greenroom/'],
  ['src/../.greenroom/mcp.json', '.greenroom/'],
  ['.vscode/tasks.json', '.vscode/'],
  ['.cursor/mcp.json', '.cursor/'],
  ['.andromity/mcp.json', '.andromity/'],
  ['.mcp.json', '.mcp.json'],
  ['sub/.mcp.json', '.mcp.json'],
  ['~/.greenroom/mcp.json', '.greenroom/'],
  ['/somewhere/else/.vscode/mcp.json', '.vscode/'],
  ['.GreenRoom/MCP.json', '.greenroom/'],
  ['.greenroom\\mcp.json', '.greenroom/'],
  ['C:\\w\\.vscode\\mcp.json', '.vscode/'],
  ['file:///w/.greenroom/mcp.json', '.greenroom/'],
  ['file:///w/%2Egreenroom/mcp.json', '.greenroom/'],
  ['file:///w/%2e%67reenroom%2Fmcp.json', '.greenroom/'],
  ['.g\u200creenroom/mcp.json', '.greenroom/'],
  ['.ｇreenroom/mcp.json', '.greenroom/'],
  ['.greenroom./mcp.json', '.greenroom/'],
  ['.mcp.json::$DATA', '.mcp.json'],
  ['GREENR~1\\mcp.json', '.greenroom/'],
  ['http://x/../../.greenroom/mcp.json', '.greenroom/'],
  ['echo {} > .greenroom/mcp.json', '.greenroom/'],
  ['--- a/.vscode/tasks.json\n+++ b/.vscode/tasks.json', '.vscode/'],
  ['rm -rf ".cursor"', '.cursor/'],
];
test.each(direct)('%j touches %s', (path, name) => {
  expect(touched({ path })).toBe(name);
});

test.each<[string, Json]>([
  ['in a list', ['a', ['.greenroom/mcp.json']]],
  ['in an object', { a: { b: '.greenroom/mcp.json' } }],
  ['as a key', { '.greenroom/mcp.json': 'content' }],
])('a path %s is seen', (_, value) => {
  expect(touched({ value })).toBe('.greenroom/');
});

test('links are followed, dangling and chained ones too', async () => {
  await symlink('.greenroom', join(workspace, 'dir'));
  await symlink(join(workspace, '.greenroom', 'not-yet.json'), join(workspace, 'src', 'dangling'));
  await symlink('src/dangling', join(workspace, 'chain'));
  await symlink('round', join(workspace, 'round'));
  await writeFile(join(workspace, 'plain'), '');
  expect(touched({ path: 'dir/mcp.json' })).toBe('.greenroom/');
  expect(touched({ path: `${workspace}/src/dangling` })).toBe('.greenroom/');
  expect(touched({ path: 'chain' })).toBe('.greenroom/');
  expect(touched({ paths: ['round', 'plain', 'src', '.'] })).toBeUndefined();
});

test.each([
  'src/index.ts',
  '.vscode-test/x',
  '.cursorrules',
  'my.mcp.json',
  '.mcp.json.bak',
  'greenroom/mcp.json',
  'https://github.com/o/r/blob/main/.vscode/settings.json',
  'select * from t',
  '',
  'x'.repeat(10_000),
])('%j touches nothing', (path) => {
  expect(touched({ path, count: 3, flag: true, nothing: null })).toBeUndefined();
});

test('a workspace that lies inside such a folder does not turn every word into a path', async () => {
  workspace = join(workspace, '.greenroom');
  expect(touched({ text: 'hello' })).toBeUndefined();
  expect(touched({ text: '../mcp.json' })).toBeUndefined();
});

test('arguments with more texts than are looked at count as touching', () => {
  expect(touched({ rows: Array.from({ length: 6_000 }, (_, at) => `row ${at}`) })).toMatch(/more places/);
});
