import { expect, test } from 'vitest';
import { mayDownload } from '../../main/servers/first-download.js';

test.each([
  ['npx', ['-y', 'some-server'], true],
  ['/usr/local/bin/npx', ['some-server'], true],
  ['C:\\Program Files\\nodejs\\npx.cmd', ['some-server'], true],
  ['cmd', ['/c', 'npx', '-y', 'some-server'], true],
  ['bunx', ['some-server'], true],
  ['uvx', ['some-server'], true],
  ['pnpm', ['dlx', 'some-server'], true],
  ['uv', ['--quiet', 'run', 'server.py'], true],
  ['docker', ['run', '-i', '--rm', 'image'], true],
  ['docker', ['exec', '-i', 'container', 'server'], false],
  ['pnpm', ['start'], false],
  ['node', ['npx'], false],
  ['npx-like', [], false],
])('%s %j may download first: %s', (command, args, expected) => {
  expect(mayDownload({ transport: 'stdio', command, args, env: {} })).toBe(expected);
});
