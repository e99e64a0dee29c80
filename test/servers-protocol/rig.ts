import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, vi } from 'vitest';
import type { Failure, ServerState } from '../../preload/contract/server.js';
import type { JsonObject } from '../../preload/contract/tool.js';
import type { LocalDefinition, RemoteDefinition } from '../../main/config/definition.js';
import { Supervisor, type CallProgress, type ServerSpec, type SupervisorOptions } from '../../main/servers/supervisor.js';

/** Polls until the assertion holds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000, interval: 20 });

export const fixture = (name: string): string => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));

/** A local server that is one of the fixtures. */
export function local(name: string, env: Record<string, string> = {}, ...args: string[]): ServerSpec & { definition: LocalDefinition } {
  const definition: LocalDefinition = { transport: 'stdio', command: process.execPath, args: [fixture(`${name}.mjs`), ...args], env };
  return { name, definition };
}

/** A remote server at a URL of loopback. */
export function remote(url: string, changes: Partial<RemoteDefinition> = {}): ServerSpec & { definition: RemoteDefinition } {
  return { name: 'remote', definition: { transport: 'http', url, headers: {}, explicitType: false, viaMcpRemote: false, ...changes } };
}

/** A supervisor in a temporary workspace, with what it told. */
export class Rig {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'greenroom-protocol-')));
  readonly workspace = path.join(this.folder, 'workspace');
  readonly stateDir = path.join(this.folder, 'state');
  /** In the environment of every server, and of whatever they start: finds what was left. */
  readonly token = `rig-${randomUUID()}`;
  /** Kinds and phases of states in their order, by server; the same one only once in a row. */
  readonly states = new Map<string, string[]>();
  readonly toolChanges: string[] = [];
  readonly supervisor: Supervisor;

  constructor(options: Partial<SupervisorOptions> = {}) {
    mkdirSync(this.workspace);
    this.supervisor = new Supervisor({ ...this.options(), ...options });
    rigs.push(this);
  }

  options(): SupervisorOptions {
    return {
      clientInfo: { name: 'greenroom-test', version: '1.0.0' },
      appEnv: { PATH: process.env['PATH'], RIG_TOKEN: this.token },
      loginPath: () => Promise.resolve(null),
      stateDir: this.stateDir,
      workspace: this.workspace,
      onChange: (name) => this.note(name),
      onToolsChanged: (name) => this.toolChanges.push(name),
    };
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Lines of a file that a fixture writes; none when it has not written yet. */
  lines(name: string): string[] {
    try {
      return readFileSync(this.file(name), 'utf8').trimEnd().split('\n');
    } catch {
      return [];
    }
  }

  state(name: string): ServerState {
    const status = this.supervisor.status(name);
    if (status === undefined) throw new Error(`${name} was never started`);
    return status.state;
  }

  failure(name: string): Failure {
    const state = this.state(name);
    if (state.kind !== 'failed') throw new Error(`${name} is ${state.kind}`);
    return state.failure;
  }

  tools(name: string): string[] {
    return this.supervisor.status(name)?.tools.map((tool) => tool.name) ?? [];
  }

  logText(name: string): string {
    return this.supervisor
      .log(name)
      .map(({ from, text }) => `${from}: ${text}`)
      .join('\n');
  }

  call(
    server: string,
    tool: string,
    args: JsonObject = {},
    more: { signal?: AbortSignal; timeoutMs?: number; onProgress?: (p: CallProgress) => void } = {},
  ) {
    return this.supervisor.call({ server, tool, args, signal: new AbortController().signal, ...more });
  }

  /** Pids of live processes that descend from this rig's servers: read on its own, without the code under test. */
  processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && environmentOf(pid).includes(this.token));
  }

  private note(name: string): void {
    const state = this.supervisor.status(name)?.state;
    if (state === undefined) return;
    const word = state.kind === 'starting' ? state.phase : state.kind;
    const told = this.states.get(name) ?? [];
    if (told.at(-1) !== word) told.push(word);
    this.states.set(name, told);
  }
}

function environmentOf(pid: number): string {
  try {
    const isZombie = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    return isZombie ? '' : readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

const rigs: Rig[] = [];

afterEach(async () => {
  const used = rigs.splice(0);
  await Promise.all(used.map((rig) => rig.supervisor.stopAll({ force: true })));
  const left = used.flatMap((rig) => rig.processes());
  const records = used.flatMap((rig) => namesIn(path.join(rig.stateDir, 'runs')));
  const parts = used
    .flatMap((rig) => [...namesIn(rig.stateDir), ...namesIn(path.join(rig.stateDir, 'results'))])
    .filter((name) => name.endsWith('.part'));
  // A failed test must not leave anything to the next one.
  for (const pid of left) process.kill(pid, 'SIGKILL');
  for (const rig of used) rmSync(rig.folder, { recursive: true, force: true });
  expect(left, 'processes left behind').toEqual([]);
  expect(records, 'records of servers left behind').toEqual([]);
  expect(parts, 'half-written files left behind').toEqual([]);
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
