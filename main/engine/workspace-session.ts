import type { ServerCard } from '../../preload/contract/server.js';
import type { LoadedConfig, ServerEntry } from '../config/definition.js';
import { configFiles, loadConfig, projectConfigFile } from '../config/load.js';
import { watchConfig } from '../config/watch.js';
import type { Catalog } from '../discovery/catalog.js';
import { Supervisor, type ServerSpec } from '../servers/supervisor.js';
import type { FolderTrust } from '../trust/folder-trust.js';
import { hashDefinition } from '../trust/definition-hash.js';
import { toolHash } from '../trust/tool-hash.js';
import { buildCard, isLive } from './cards.js';
import { FolderConsent } from './folder-consent.js';
import { RouteError } from './route-error.js';

/** What a session is built with. */
export interface SessionParts {
  readonly home: string;
  readonly stateDir: string;
  readonly appEnv: NodeJS.ProcessEnv;
  readonly version: string;
  /** The login shell's PATH. */
  readonly loginPath: () => Promise<string | null>;
  readonly trust: FolderTrust;
  /** Key of the hashes of definitions. */
  readonly key: Uint8Array;
  readonly catalog: Catalog;
  /** The folder is trusted for this run only; nothing is remembered (`--trust` of the terminal). */
  readonly trustThisRun: boolean;
  /** Something that the window shows changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * One open folder: its config files, what trust says of them, and the servers that run in it.
 * Nothing starts or restarts by itself after the first start: a change of a file is only shown.
 */
export class WorkspaceSession {
  private config: LoadedConfig = { servers: [], problems: [], files: [] };
  /** Entries as they were when their servers were started. */
  private readonly started = new Map<string, ServerEntry>();
  /** Servers whose Restart waits for the person's yes to a changed definition. */
  private readonly restartAfterConsent = new Set<string>();
  private watcher: { close(): void } | undefined;
  private reloading: Promise<void> = Promise.resolve();
  private firstStart: Promise<void> = Promise.resolve();
  private closed = false;
  readonly supervisor: Supervisor;
  readonly consent: FolderConsent;

  private constructor(
    readonly folder: string,
    private readonly parts: SessionParts,
  ) {
    this.consent = new FolderConsent(folder, parts);
    this.supervisor = new Supervisor({
      clientInfo: { name: 'greenroom', version: parts.version },
      appEnv: parts.appEnv,
      stateDir: parts.stateDir,
      loginPath: parts.loginPath,
      workspace: folder,
      onChange: () => parts.onChange(),
      onToolsChanged: (name) => this.catalogTools(name),
    });
  }

  /** Reads the folder's files and watches them; starts nothing. `folder` is a real path. */
  static async open(folder: string, parts: SessionParts): Promise<WorkspaceSession> {
    const session = new WorkspaceSession(folder, parts);
    // Watched before they are read, so that no change falls between the two.
    const files = configFiles({ home: parts.home, workspace: folder });
    session.watcher = watchConfig(files, () => void session.reload().catch(parts.onError));
    await session.reload();
    return session;
  }

  get problems(): LoadedConfig['problems'] {
    const { problem } = this.consent;
    return problem === undefined ? this.config.problems : [problem, ...this.config.problems];
  }

  get entries(): readonly ServerEntry[] {
    return this.config.servers;
  }

  /** The project's own file: where the app writes new entries. */
  get projectFile(): string {
    return projectConfigFile(this.folder);
  }

  /** Enabled servers that wait for the person's yes. */
  get consentNeeded(): number {
    if (!this.consent.trusted) return 0;
    return this.entries.filter((entry) => entry.definition.ok && !entry.disabled && this.consent.of(entry.name) !== 'trusted').length;
  }

  /** Reads the files again, one read after the other, so that the last one to finish is the newest. */
  reload(): Promise<void> {
    const next = this.reloading.then(() => this.readFiles());
    this.reloading = next.catch(() => undefined);
    return next;
  }

  /** Starts every enabled, trusted server that is not running, all in parallel. Resolves when all have settled. */
  startTrusted(): Promise<void> {
    this.firstStart = this.startAllTrusted();
    return this.firstStart;
  }

  private async startAllTrusted(): Promise<void> {
    const startable = this.entries.filter(
      (entry) => !entry.disabled && !isLive(this.supervisor.status(entry.name)) && this.mayStart(entry),
    );
    await this.supervisor.startAll(startable.map((entry) => this.launchSpec(entry)));
  }

  /**
   * Starts or restarts one server with what its file says now, because the person asked. Answers at once: its card tells how it goes.
   * @throws RouteError that says why it may not start
   */
  launch(name: string, how: 'start' | 'restart'): Record<string, never> {
    const spec = this.launchSpec(this.clearedEntry(name));
    void this.supervisor[how](spec).catch(this.parts.onError);
    return {};
  }

  /** True when the entry of that name is enabled and agreed to. */
  canStart(name: string): boolean {
    const entry = this.entries.find((candidate) => candidate.name === name);
    return entry !== undefined && !entry.disabled && this.mayStart(entry);
  }

  /** Resolves when every server has settled: the first start is over and none is starting or stopping. */
  async settled(): Promise<void> {
    await this.firstStart;
    await this.supervisor.settled();
  }

  /** A second press while it is stopping forces at once. */
  async stop(name: string): Promise<void> {
    await this.supervisor.stop(name, { force: this.supervisor.status(name)?.state.kind === 'stopping' });
    if (this.entries.every((entry) => entry.name !== name)) await this.forget(name);
    this.parts.onChange();
  }

  /** Drops what is known of a server whose entry is gone. */
  async forget(name: string): Promise<void> {
    await this.supervisor.forget(name);
    this.started.delete(name);
    this.parts.catalog.remove(name);
    this.parts.onChange();
  }

  /** The entry of that name. @throws RouteError `unknown-server` */
  entry(name: string): ServerEntry {
    const entry = this.entries.find((candidate) => candidate.name === name) ?? this.started.get(name);
    if (entry === undefined)
      throw new RouteError('unknown-server', `No server is called “${name}” in this folder. Press Refresh to read the files again.`);
    return entry;
  }

  cards(): ServerCard[] {
    const gone = [...this.started.values()].filter(
      (entry) => isLive(this.supervisor.status(entry.name)) && this.entries.every((present) => present.name !== entry.name),
    );
    const card = (entry: ServerEntry, vanished: boolean): ServerCard =>
      buildCard({
        entry,
        started: this.started.get(entry.name),
        status: this.supervisor.status(entry.name),
        folderTrusted: this.consent.trusted,
        trust: this.consent.of(entry.name),
        vanished,
        tokens: this.parts.catalog.tokensOf(entry.name),
      });
    return [...this.entries.map((entry) => card(entry, false)), ...gone.map((entry) => card(entry, true))];
  }

  /**
   * Remembers a yes to exactly what the review with this token showed, then starts what is enabled.
   * @throws RouteError `review-outdated` when a file changed in the meantime
   */
  async accept(token: string): Promise<void> {
    await this.reload();
    await this.consent.accept(this.entries, token);
    this.parts.onChange();
    const again = this.entries.filter((entry) => this.restartAfterConsent.delete(entry.name) && this.mayStart(entry));
    const starts = [this.startTrusted(), ...again.map((entry) => this.supervisor.restart(this.launchSpec(entry)))];
    void Promise.all(starts).catch(this.parts.onError);
  }

  /** What a grant for this tool is bound to; undefined when no ready server has it. */
  grantSubject(server: string, tool: string): { serverIdentity: string; toolHash: string } | undefined {
    const status = this.supervisor.status(server);
    const found = status?.state.kind === 'ready' ? status.tools.find(({ name }) => name === tool) : undefined;
    if (status === undefined || found === undefined) return undefined;
    return { serverIdentity: hashDefinition(this.parts.key, status.definition).whole, toolHash: toolHash(found) };
  }

  /** Stops everything; resolves when no process of this folder is left. */
  async close(options: { readonly force?: boolean } = {}): Promise<void> {
    this.closed = true;
    this.watcher?.close();
    await this.supervisor.stopAll(options);
    for (const name of this.started.keys()) this.parts.catalog.remove(name);
  }

  private async readFiles(): Promise<void> {
    const config = await loadConfig({ home: this.parts.home, workspace: this.folder });
    if (this.closed) return;
    this.config = config;
    this.consent.judge(config.servers);
    this.parts.onChange();
    for (const name of this.supervisor.names()) {
      const present = this.entries.some((entry) => entry.name === name);
      if (!present && !isLive(this.supervisor.status(name))) await this.forget(name);
    }
  }

  private mayStart(entry: ServerEntry): boolean {
    return !this.closed && this.consent.trusted && entry.definition.ok && this.consent.of(entry.name) === 'trusted';
  }

  /** The entry of that name if it may start now. @throws RouteError that says why it may not */
  private clearedEntry(name: string): ServerEntry {
    const entry = this.entries.find((candidate) => candidate.name === name);
    if (entry === undefined)
      throw new RouteError('unknown-server', `“${name}” is in no config file any more. Add it again, or press Stop.`);
    if (!this.consent.trusted)
      throw new RouteError('untrusted-folder', 'This folder is not trusted, so nothing runs. Press Review and trust first.');
    if (!entry.definition.ok) throw new RouteError('invalid-entry', entry.definition.problem.message);
    if (entry.disabled) throw new RouteError('disabled', `“${name}” is disabled in ${entry.source.display}. Press Enable first.`);
    if (!this.mayStart(entry)) {
      this.restartAfterConsent.add(name);
      throw new RouteError('needs-consent', `“${name}” is not what you agreed to, or is new. Review it first; then it starts.`);
    }
    return entry;
  }

  private launchSpec(entry: ServerEntry): ServerSpec {
    if (!entry.definition.ok) throw new RouteError('invalid-entry', entry.definition.problem.message);
    this.started.set(entry.name, entry);
    return { name: entry.name, definition: entry.definition.value };
  }

  private catalogTools(name: string): void {
    this.parts.catalog.replace(name, this.supervisor.status(name)?.tools ?? []);
    this.parts.onChange();
  }
}
