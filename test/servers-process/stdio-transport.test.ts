import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, eventually, launchErrorOf, pidsWithEnvironment, prepare, temporaryFolder } from './fixture-launch.js';

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

describe('a launch on stdio', () => {
  it('speaks to the process and ends it when stdin closes', async () => {
    const server = prepare('counts-launches.mjs', { entryEnv: { FIXTURE_LAUNCHES: path.join(temporaryFolder(), 'launches') } });
    await server.transport.start();
    expect(await ask(server, 1, 'initialize', initialize)).toMatchObject({ result: { serverInfo: { name: 'fixture' } } });
    expect(server.transport.root?.pid).toBe(server.transport.pid);

    expect(await server.transport.stop()).toEqual({ steps: ['stdin-end'], leftover: [] });
    expect(await server.transport.exited).toMatchObject({ code: 0, signal: null });
    expect(server.closes).toBe(1);
  });

  it('P7 skips banner, blank line, byte order mark and half line before the first frame, and keeps them for the log', async () => {
    const server = prepare('noisy-stdout.mjs');
    await server.transport.start();
    expect(await ask(server, 1, 'initialize', initialize)).toMatchObject({ result: { serverInfo: { name: 'noisy' } } });
    expect(await ask(server, 2, 'tools/call', { name: 'hello' })).toMatchObject({ result: { content: [{ text: 'grüße 🎭' }] } });
    expect(server.messages).toHaveLength(2);
    expect(server.errors).toEqual([]);
    const noise = server.log.lines().filter((line) => line.from === 'stdout-noise');
    expect(noise.map((line) => line.text)).toEqual([
      'Welcome to noisy 1.0',
      '\uFEFF',
      '{"level":"info"}',
      'Loading 100% ',
      '[info] handling a call',
    ]);
    expect(server.log.noiseCount).toBe(5);
    await server.transport.stop();
  });

  it('tells exit code and the last stderr lines of a crash', async () => {
    const server = prepare('crash-in-call.mjs');
    await server.transport.start();
    await ask(server, 1, 'initialize', initialize);
    await server.transport.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'crash' } });
    expect(await server.transport.exited).toMatchObject({ code: 3, signal: null });
    expect(server.log.tail(2)).toEqual(['about to crash', 'Error: the database went away']);
    expect(server.closes).toBe(1);
  });

  it('tells the signal of a process that was killed', async () => {
    const server = prepare('ignores-stdin.mjs');
    await server.transport.start();
    process.kill(server.transport.pid ?? 0, 'SIGKILL');
    expect(await server.transport.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('refuses to send after the process has gone, and a broken pipe ends nothing of ours', async () => {
    const server = prepare('exits-with-code.mjs', { entryEnv: { FIXTURE_CODE: '7' } });
    await server.transport.start();
    const big = { jsonrpc: '2.0' as const, method: 'notifications/big', params: { text: 'x'.repeat(2_000_000) } };
    await expect(server.transport.send(big)).rejects.toMatchObject({ code: 'not-connected' });
    expect(await server.transport.exited).toMatchObject({ code: 7 });
    await expect(server.transport.send(big)).rejects.toMatchObject({ code: 'not-connected' });
  });

  it('holds a sender back until the server reads, and lets it go when the server is stopped', async () => {
    const server = prepare('ignores-stdin.mjs');
    await server.transport.start();
    let isSent = false;
    const sending = server.transport
      .send({ jsonrpc: '2.0', method: 'notifications/big', params: { text: 'x'.repeat(2_000_000) } })
      .then(() => (isSent = true));
    await eventually(() => expect(server.log.tail()).toContain('not listening'));
    expect(isSent).toBe(false);
    const refused = expect(sending).rejects.toMatchObject({ code: 'not-connected' });
    expect(await server.transport.stop({ force: true })).toMatchObject({ leftover: [] });
    await refused;
  });

  it('starts once only, and not at all after it was stopped', async () => {
    const server = prepare('ignores-stdin.mjs');
    expect(await server.transport.stop()).toEqual({ steps: [], leftover: [] });
    await expect(server.transport.start()).rejects.toMatchObject({ code: 'spawn-error' });
    expect(pidsWithEnvironment(server.launch.marker)).toEqual([]);
    expect(server.closes).toBe(1);
  });
});

describe('a launch that cannot start', () => {
  it('P1 names the command and the PATH that was searched', async () => {
    const error = await launchErrorOf(prepare('', { command: 'no-such-command-here' }));
    expect(error.code).toBe('command-not-found');
    expect(error.message).toMatch(/"no-such-command-here" was not found.*PATH searched: .*\/usr\/bin/);
  });

  it('tells a file that may not be executed from one that is missing', async () => {
    const file = path.join(temporaryFolder(), 'server.sh');
    writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o644 });
    const error = await launchErrorOf(prepare('', { command: file }));
    expect(error.code).toBe('permission-denied');
    expect(error.hint).toContain('chmod +x');
  });

  it('says that the interpreter of a script is missing', async () => {
    const file = path.join(temporaryFolder(), 'server');
    writeFileSync(file, '#!/nowhere/interpreter\n');
    chmodSync(file, 0o755);
    const error = await launchErrorOf(prepare('', { command: file }));
    expect(error.code).toBe('command-not-found');
    expect(error.message).toContain('first line');
  });

  it('names a working folder that is missing or is a file', async () => {
    const folder = temporaryFolder();
    const missing = await launchErrorOf(prepare('', { cwd: path.join(folder, 'missing') }));
    expect(missing.code).toBe('bad-working-directory');
    writeFileSync(path.join(folder, 'file'), '');
    const file = await launchErrorOf(prepare('', { cwd: path.join(folder, 'file') }));
    expect(file.code).toBe('bad-working-directory');
    expect(file.message).toContain('is not a folder');
  });

  it('P2 gives arguments to no shell', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'work'));
    const server = prepare('', {
      command: process.execPath,
      args: ['-e', 'console.error(JSON.stringify(process.argv.slice(1)))', '--', '$(touch ../made)', '; touch ../made', 'a & b'],
      cwd: path.join(folder, 'work'),
    });
    await server.transport.start();
    await server.transport.exited;
    expect(server.log.tail()).toEqual([JSON.stringify(['$(touch ../made)', '; touch ../made', 'a & b'])]);
    expect(existsSync(path.join(folder, 'made'))).toBe(false);
  });
});
