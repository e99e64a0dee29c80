import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shutDown } from '../../main/servers/shutdown.js';
import { eventually, grandchildOf, isAlive, pidsWithEnvironment, prepare, watchedMarker } from './fixture-launch.js';

describe('stopping a server', () => {
  it('P4 ends a server and its grandchild that both ignore the end of stdin and SIGTERM', async () => {
    const server = prepare('ignores-sigterm.mjs');
    await server.transport.start();
    const grandchild = await grandchildOf(server);
    expect(await server.transport.stop()).toEqual({ steps: ['stdin-end', 'sigterm', 'sigkill'], leftover: [] });
    expect([server.transport.pid ?? 0, grandchild].filter(isAlive)).toEqual([]);
    expect(server.log.tail()).toContain('SIGTERM ignored');
    expect(await server.transport.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('P4 ends a grandchild in a session of its own although the server itself left at once', async () => {
    const server = prepare('detached-grandchild.mjs');
    await server.transport.start();
    const grandchild = await grandchildOf(server);
    expect(await server.transport.stop()).toMatchObject({ steps: ['stdin-end', 'sigterm', 'sigkill'], leftover: [] });
    expect(isAlive(grandchild)).toBe(false);
    expect(await server.transport.exited).toMatchObject({ code: 0 });
  });

  it('P4 ends the grandchildren of a server that was killed from outside, without being asked', async () => {
    const server = prepare('detached-grandchild.mjs');
    await server.transport.start();
    const grandchild = await grandchildOf(server);
    process.kill(server.transport.pid ?? 0, 'SIGKILL');
    await server.transport.exited;
    await eventually(() => expect(isAlive(grandchild)).toBe(false));
  });

  it('stops at SIGTERM where that is enough', async () => {
    const server = prepare('ignores-stdin.mjs');
    await server.transport.start();
    expect(await server.transport.stop()).toEqual({ steps: ['stdin-end', 'sigterm'], leftover: [] });
    expect(await server.transport.exited).toMatchObject({ signal: 'SIGTERM' });
  });

  it('a second press with force cuts the waits of a stop that is under way, and both get the same report', async () => {
    const server = prepare('ignores-sigterm.mjs');
    await server.transport.start();
    await grandchildOf(server);
    const first = server.transport.stop();
    await eventually(() => expect(server.log.tail()).toContain('stdin ended'));
    const second = server.transport.stop({ force: true });
    expect(await first).toEqual({ steps: ['stdin-end', 'sigkill'], leftover: [] });
    expect(await second).toBe(await first);
    expect(server.closes).toBe(1);
  });

  it('reports what even SIGKILL does not end', async () => {
    const asked: string[] = [];
    const tree = { alive: () => Promise.resolve([4_711]), signal: (name: string) => Promise.resolve(void asked.push(name)) };
    const times = { stopStdinMs: 1, stopTermMs: 1, stopKillMs: 1, stopPollMs: 1 };
    const target = { tree, endInput: () => void asked.push('end'), exited: new Promise(() => undefined) };
    const report = await shutDown(target, new AbortController().signal, times);
    expect(report).toEqual({ steps: ['stdin-end', 'sigterm', 'sigkill'], leftover: [4_711] });
    expect(asked.slice(0, 3)).toEqual(['end', 'SIGTERM', 'SIGKILL']);
  });

  it('leaves a stranger alone that runs beside it', async () => {
    const marker = watchedMarker();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { ...process.env, GREENROOM_MARKER: `${marker}x` },
      stdio: 'ignore',
    });
    await eventually(() => expect(pidsWithEnvironment(`${marker}x`)).toEqual([stranger.pid]));
    const server = prepare('ignores-sigterm.mjs', { marker });
    await server.transport.start();
    await grandchildOf(server);
    expect(await server.transport.stop({ force: true })).toMatchObject({ leftover: [] });
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    const ended = new Promise((resolve) => stranger.once('exit', resolve));
    stranger.kill('SIGKILL');
    await ended;
  });
});
