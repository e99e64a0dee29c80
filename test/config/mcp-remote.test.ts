import { describe, expect, it } from 'vitest';
import { recognizeMcpRemote } from '../../main/config/mcp-remote.js';
import { loadText, serverOf } from './temp-home.js';

const url = 'https://mcp.example.com/v1';

describe('commands that are a bridge to a remote server', () => {
  it.each([
    ['npx', ['mcp-remote', url]],
    ['npx', ['-y', 'mcp-remote', url]],
    ['npx', ['--yes', 'mcp-remote@latest', url]],
    ['npx', ['-y', 'mcp-remote@0.1.29', url, '3334', '--allow-http', '--transport', 'sse-only']],
    ['npx', ['-y', '-p', 'mcp-remote@latest', 'mcp-remote', url]],
    ['npx', ['-y', '--package=mcp-remote', '--', 'mcp-remote', url]],
    ['npx.cmd', ['-y', 'mcp-remote', url]],
    ['/opt/node/bin/npx', ['mcp-remote', url]],
    ['C:\\Program Files\\nodejs\\npx.cmd', ['mcp-remote', url]],
    ['bunx', ['mcp-remote', url]],
    ['bun', ['x', 'mcp-remote', url]],
    ['pnpm', ['dlx', 'mcp-remote', url]],
    ['yarn', ['dlx', '-q', 'mcp-remote', url]],
    ['cmd', ['/c', 'npx', '-y', 'mcp-remote', url]],
    ['C:\\Windows\\System32\\cmd.exe', ['/d', '/s', '/C', 'npx.cmd', 'mcp-remote', url]],
    ['npx', ['mcp-remote', '--transport', 'http-first', url]],
  ])('%s %j', (command, args) => {
    expect(recognizeMcpRemote(command, args)).toMatchObject({ url, headers: [], brokenHeaders: 0 });
  });

  it('sends each --header; the value may hold colons and spaces', () => {
    const args = ['mcp-remote', url, '--header', 'Authorization: Bearer a:b c', '--header', 'X-Id:7', '--header=X-Time: 12:30'];
    expect(recognizeMcpRemote('npx', args)?.headers).toEqual([
      ['Authorization', 'Bearer a:b c'],
      ['X-Id', '7'],
      ['X-Time', '12:30'],
    ]);
  });

  it('finds the URL behind a header', () => {
    expect(recognizeMcpRemote('npx', ['mcp-remote', '--header', 'X: https://other.example', url])?.url).toBe(url);
  });
});

describe('commands that stay local', () => {
  it.each([
    ['npx', ['-y', 'other-package', url]],
    ['npx', ['-y', '@evil/mcp-remote', url]],
    ['npx', ['-y', 'mcp-remote-extra', url]],
    ['npx', ['-y', '-p', 'evil', 'mcp-remote', url]],
    ['npx', ['-c', 'mcp-remote', url]],
    ['npx', ['mcp-remote', 'ftp://host/x']],
    ['npx', ['mcp-remote', '${URL}']],
    ['npx', ['mcp-remote']],
    ['npx', []],
    ['node', ['mcp-remote', url]],
    ['pnpm', ['mcp-remote', url]],
    ['cmd', ['/c', 'echo', 'npx', 'mcp-remote', url]],
    ['cmd', ['npx', '/c', 'npx', 'mcp-remote', url]],
    ['sh', ['-c', `npx mcp-remote ${url}`]],
  ])('%s %j', (command, args) => {
    expect(recognizeMcpRemote(command, args)).toBeUndefined();
  });
});

describe('entries with mcp-remote', () => {
  it('become remote servers, and say what has no effect', async () => {
    const config = await loadText(
      JSON.stringify({
        mcpServers: {
          x: {
            type: 'stdio',
            command: 'npx',
            args: ['mcp-remote', 'https://h/sse', '--header', 'Authorization:${AUTH}', '--header', 'broken', '--debug'],
            env: { AUTH: 'Bearer s' },
          },
        },
      }),
    );
    const server = serverOf(config, 'x');
    expect(server.definition).toEqual({
      ok: true,
      value: { transport: 'sse', url: 'https://h/sse', headers: { Authorization: '${AUTH}' }, explicitType: false, viaMcpRemote: true },
    });
    expect(server.warnings.map((warning) => warning.code)).toEqual([
      'mcp-remote-header',
      'mcp-remote-ignored',
      'ignored-field',
      'used-as-written',
    ]);
  });
});
