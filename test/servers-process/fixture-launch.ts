import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { afterEach, expect, vi } from 'vitest';
import { childEnvironment } from '../../main/servers/environment.js';
import { ServerLog } from '../../main/servers/server-log.js';
import { LaunchError, StdioTransport, type StdioLaunch } from '../../main/servers/stdio-transport.js';

const waiting = { timeout: 30_000, interval: 20 };

/** Polls until the assertion holds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, waiting);

export const fixture = (name: string): string => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));

/** Pids of live processes with that text in their environment: read on its own, without the code under test. */
export function pidsWithEnvironment(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const state = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '')[0];
        return state !== 'Z' && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text);
      } catch {
        return false;
      }
    });
}

export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** One launch of a fixture, with what it said. */
export interface Launched {
  readonly transport: StdioTransport;
  readonly log: ServerLog;
  readonly launch: StdioLaunch;
  readonly messages: JSONRPCMessage[];
  readonly errors: Error[];
  closes: number;
}

const used: { readonly marker: string; readonly transport: StdioTransport | undefined }[] = [];
const folders: string[] = [];

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'greenroom-process-'));
  folders.push(folder);
  return folder;
}

/** A marker of which no process may be left after the test. */
export function watchedMarker(): string {
  const marker = `test.${randomUUID()}`;
  used.push({ marker, transport: undefined });
  return marker;
}

/** Prepares a launch of a fixture; nothing runs before `transport.start()`. */
export function prepare(name: string, changes: Partial<StdioLaunch> & { readonly entryEnv?: Record<string, string> } = {}): Launched {
  const { entryEnv = {}, ...rest } = changes;
  const marker = rest.marker ?? watchedMarker();
  const env = childEnvironment({ appEnv: process.env, entryEnv, loginPath: null, marker, platform: process.platform });
  const launch: StdioLaunch = { command: process.execPath, args: [fixture(name)], cwd: tmpdir(), env, marker, ...rest };
  const log = new ServerLog();
  const transport = new StdioTransport(launch, log);
  used.push({ marker, transport });
  const launched: Launched = { transport, log, launch, messages: [], errors: [], closes: 0 };
  transport.onmessage = (message) => launched.messages.push(message);
  transport.onerror = (error) => launched.errors.push(error);
  transport.onclose = () => (launched.closes += 1);
  return launched;
}

/** Sends a request and resolves with its answer. */
export async function ask(server: Launched, id: number, method: string, params: Record<string, unknown> = {}): Promise<JSONRPCMessage> {
  await server.transport.send({ jsonrpc: '2.0', id, method, params });
  return eventually(() => {
    const answer = server.messages.find((message) => 'id' in message && message.id === id);
    if (answer === undefined) throw new Error(`no answer to ${method} yet`);
    return answer;
  });
}

/** Starts what cannot start, and gives the error. */
export async function launchErrorOf(server: Launched): Promise<LaunchError> {
  const error: unknown = await server.transport.start().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LaunchError) return error;
  throw new Error(`it started, or failed otherwise: ${String(error)}`);
}

/** The pid that a fixture printed as `grandchild <pid>`. */
export function grandchildOf(server: Launched): Promise<number> {
  return eventually(() => {
    const found = /grandchild (\d+)/.exec(server.log.tail().join('\n'))?.[1];
    if (found === undefined) throw new Error('no grandchild yet');
    return Number(found);
  });
}

afterEach(async () => {
  // a failed test must not leave processes to the next one
  const left = [...new Set(used.flatMap(({ marker }) => pidsWithEnvironment(marker)))];
  for (const pid of left.filter(isAlive)) process.kill(pid, 'SIGKILL');
  await Promise.all(used.flatMap(({ transport }) => (transport ? [transport.stop({ force: true })] : [])));
  used.length = 0;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  expect(left, 'processes left behind by the test').toEqual([]);
});
