import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { LocalDefinition } from '../config/definition.js';
import { childEnvironment } from './environment.js';
import { RunFile } from './run-file.js';
import type { ServerLog } from './server-log.js';
import { StdioTransport } from './stdio-transport.js';

/** Where and with what local servers are started. */
export interface LaunchPadParts {
  readonly appEnv: NodeJS.ProcessEnv;
  readonly stateDir: string;
  /** Absolute. */
  readonly workspace: string;
  readonly platform: NodeJS.Platform;
  /** The login shell's PATH, which the app asks for once. */
  readonly loginPath: () => Promise<string | null>;
}

/**
 * Makes processes of local servers ready to be started: environment with the login shell's PATH, working folder, and a marker that proves
 * later whose they are.
 */
export class LaunchPad {
  private record: Promise<RunFile | undefined> | undefined;
  private readonly writing = new Set<Promise<void>>();

  constructor(private readonly parts: LaunchPadParts) {}

  /** The answer makes a process that is not started yet, a new one at each call. */
  async prepare(definition: LocalDefinition, log: ServerLog): Promise<() => StdioTransport> {
    const { appEnv, workspace, platform, stateDir } = this.parts;
    this.record ??= RunFile.open(stateDir, platform).catch(() => undefined);
    const [record, loginPath] = await Promise.all([this.record, this.parts.loginPath()]);
    // Without a record the servers run as well; only a crash of the app would leave what cannot be proven to be ours.
    if (record === undefined) log.note('The record of running servers cannot be written. Check the permissions of ~/.greenroom/state.');
    const cwd = path.resolve(workspace, definition.cwd ?? '');
    return () => {
      const marker = record?.newMarker() ?? `${randomUUID()}.1`;
      const env = childEnvironment({ appEnv, entryEnv: definition.env, loginPath, marker, platform });
      return new StdioTransport({ command: definition.command, args: definition.args, cwd, env, marker }, log);
    };
  }

  /** Notes a process that runs now, and that it is gone as soon as it is. */
  launched(child: StdioTransport): void {
    const { root } = child;
    if (root === undefined) return;
    this.track(async (record) => {
      await record.add(root);
      await child.exited;
      const { leftover } = await child.stop();
      if (leftover.length === 0) await record.remove(root);
    });
  }

  /** Call when no server runs: nothing is left to be found. */
  async close(): Promise<void> {
    await Promise.all(this.writing);
    const record = await this.record;
    this.record = undefined;
    await record?.close();
  }

  private track(work: (record: RunFile) => Promise<void>): void {
    const done = (async () => {
      const record = await this.record;
      // A record that cannot be written is told when the next server is prepared; the servers run on.
      if (record !== undefined) await work(record).catch(() => undefined);
    })();
    this.writing.add(done);
    void done.then(() => this.writing.delete(done));
  }
}
