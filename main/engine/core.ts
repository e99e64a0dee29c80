import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runtime, Snapshot } from '../../preload/contract/app.js';
import type { Mode } from '../../preload/contract/call.js';
import { displayPath } from '../config/display-path.js';
import type { SettingsStore } from '../config/settings.js';
import { Catalog } from '../discovery/catalog.js';
import { limits } from '../limits.js';
import { localKey } from '../secrets/local-key.js';
import { Approvals } from '../trust/approvals.js';
import { FolderTrust } from '../trust/folder-trust.js';
import { Calls } from './calls.js';
import { Emitter } from './emitter.js';
import { gateParts, type GateSetting } from './gated-call.js';
import { RouteError } from './route-error.js';
import { Snapshots } from './snapshots.js';
import { WorkspaceSession } from './workspace-session.js';

/** What differs between the desktop, the terminal and tests. */
export interface EngineOptions {
  /** The person's home folder; `.greenroom` is kept in it. */
  readonly home: string;
  readonly appEnv: NodeJS.ProcessEnv;
  readonly version: string;
  /** Electron's version, or empty under plain Node. */
  readonly electron: string;
  readonly outOfSupport: boolean;
  readonly settings: SettingsStore;
  readonly desktop: DesktopParts;
  /** False where nobody can answer a question: a call that would ask is refused. */
  readonly interactive?: boolean;
  /** How the person's own calls are recorded: `cli` in the terminal, `person` unless given. */
  readonly callRoute?: 'person' | 'cli';
  /** Trusts the opened folder for this run only. */
  readonly trustThisRun?: boolean;
  /** What nobody waits for went wrong. */
  readonly onError: (error: unknown) => void;
}

/** What only a desktop can do. */
export interface DesktopParts {
  chooseFolder(): Promise<string | null>;
  copy(text: string): void;
}

interface Foundations {
  readonly trust: FolderTrust;
  readonly key: Uint8Array;
}

/** The engine's state and what all routes share. */
export class EngineCore {
  readonly emitter: Emitter;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly calls: Calls;
  readonly snapshots: Snapshots;
  private readonly foundations: Promise<Foundations>;
  private session: WorkspaceSession | undefined;
  private switching: Promise<void> = Promise.resolve();
  private currentMode: Mode;
  private npxFound = true;
  private catalogVersion = 0;
  private healthTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(readonly options: EngineOptions) {
    this.emitter = new Emitter(options.onError);
    this.snapshots = new Snapshots(
      () => this.snapshot(),
      (changed) => this.emitter.emit('snapshot.changed', changed),
    );
    this.catalog = new Catalog({
      onChange: () => {
        this.catalogVersion += 1;
        this.snapshots.touch();
      },
    });
    this.approvals = new Approvals({ onChange: () => this.snapshots.touch() });
    this.currentMode = options.settings.get('mode');
    this.calls = new Calls(gateParts(this.gateSetting()), (view) => {
      this.emitter.emit('call.changed', view);
      this.snapshots.touch();
    });
    this.foundations = this.layFoundations();
    // Whoever opens a folder sees the failure; before that nobody waits for it.
    this.foundations.catch(() => undefined);
  }

  get mode(): Mode {
    return this.currentMode;
  }

  /** From the next call on. YOLO is not remembered: a new run of the app must not start without any question. */
  setMode(mode: Mode): void {
    this.currentMode = mode;
    if (mode !== 'YOLO') this.options.settings.set('mode', mode);
    this.snapshots.touch();
  }

  setNpxFound(found: boolean): void {
    this.npxFound = found;
    this.snapshots.touch();
  }

  /** The open folder, if one is open. */
  get openSession(): WorkspaceSession | undefined {
    return this.session;
  }

  /** The open folder. @throws RouteError `no-folder` */
  requireSession(): WorkspaceSession {
    if (this.session === undefined) throw new RouteError('no-folder', 'No folder is open. Open a folder first.');
    return this.session;
  }

  /**
   * Closes what is open and opens this folder; servers start only when it is trusted.
   * Switches wait for each other. @throws RouteError `folder-not-found`
   */
  openWorkspace(path: string): Promise<void> {
    return this.switchTo(async () => {
      const folder = await realFolder(path);
      await this.closeSession();
      const { trust, key } = await this.foundations;
      this.session = await WorkspaceSession.open(folder, { ...this.sessionParts(), trust, key });
      this.remember(folder);
      void this.session.startTrusted().catch(this.options.onError);
      this.snapshots.touch();
    });
  }

  closeWorkspace(): Promise<void> {
    return this.switchTo(async () => {
      await this.closeSession();
      this.options.settings.set('lastFolder', null);
      this.snapshots.touch();
    });
  }

  /** Measures CPU and memory only while somebody looks. */
  setVisible(visible: boolean): void {
    clearInterval(this.healthTimer);
    this.healthTimer = undefined;
    if (!visible || this.closed) return;
    this.healthTimer = setInterval(
      () => void this.session?.supervisor.measureHealth().catch(this.options.onError),
      limits.healthIntervalMs,
    );
  }

  /** Ends everything; resolves when no process, watcher or timer is left. */
  async shutdown(options: { readonly force?: boolean } = {}): Promise<void> {
    this.closed = true;
    this.setVisible(false);
    if (options.force === true) await this.session?.supervisor.stopAll({ force: true });
    await this.switchTo(() => this.closeSession());
    this.snapshots.close();
    this.emitter.clear();
  }

  snapshot(): Snapshot {
    const servers = this.session?.cards() ?? [];
    const ready = servers.filter((card) => card.state.kind === 'ready');
    return {
      runtime: this.runtime(),
      workspace: this.workspace(),
      recentFolders: this.options.settings.get('recentFolders').map((path) => ({ path, display: this.display(path) })),
      servers,
      problems: [...(this.session?.problems ?? [])],
      summary: {
        ready: ready.length,
        enabled: servers.filter((card) => !card.disabled).length,
        tools: ready.reduce((sum, card) => sum + card.tools, 0),
      },
      mode: this.mode,
      theme: this.options.settings.get('theme'),
      approvals: this.approvals.pending(),
      calls: this.calls.list(),
      catalogVersion: this.catalogVersion,
    };
  }

  private runtime(): Runtime {
    const { version, electron, outOfSupport } = this.options;
    return { version, electron, platform: process.platform, outOfSupport, npxFound: this.npxFound };
  }

  private workspace(): Snapshot['workspace'] {
    if (this.session === undefined) return null;
    const { folder, trusted, consentNeeded } = this.session;
    return { path: folder, display: this.display(folder), trusted, consentNeeded };
  }

  private display(path: string): string {
    return displayPath(path, { home: this.options.home, workspace: null });
  }

  private get stateDir(): string {
    return join(this.options.home, '.greenroom', 'state');
  }

  private sessionParts(): Omit<Parameters<typeof WorkspaceSession.open>[1], 'trust' | 'key'> {
    const { home, appEnv, version, trustThisRun = false, onError } = this.options;
    return {
      home,
      appEnv,
      version,
      trustThisRun,
      onError,
      stateDir: this.stateDir,
      catalog: this.catalog,
      onChange: () => this.snapshots.touch(),
    };
  }

  private gateSetting(): GateSetting {
    return {
      session: () => this.session,
      mode: () => this.mode,
      approvals: this.approvals,
      key: async () => (await this.foundations).key,
      home: this.options.home,
      interactive: this.options.interactive ?? true,
      stateDir: this.stateDir,
      onError: this.options.onError,
    };
  }

  private async layFoundations(): Promise<Foundations> {
    const own = join(this.options.home, '.greenroom');
    const key = await localKey(own);
    return { key, trust: await FolderTrust.open({ file: join(own, 'trust.json'), key }) };
  }

  private switchTo(step: () => Promise<void>): Promise<void> {
    const next = this.switching.then(step);
    this.switching = next.catch(() => undefined);
    return next;
  }

  private async closeSession(): Promise<void> {
    const session = this.session;
    if (session === undefined) return;
    this.calls.cancelAll();
    this.approvals.clear();
    await session.close();
    this.session = undefined;
  }

  private remember(folder: string): void {
    const { settings } = this.options;
    settings.set('lastFolder', folder);
    settings.set(
      'recentFolders',
      [folder, ...settings.get('recentFolders').filter((path) => path !== folder)].slice(0, limits.recentFolders),
    );
  }
}

async function realFolder(path: string): Promise<string> {
  try {
    const folder = await realpath(path);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RouteError('folder-not-found', `The folder could not be opened: ${why}. Check that it exists and that you may read it.`, {
      cause,
    });
  }
  throw new RouteError('folder-not-found', `${path} is a file. Open the folder that holds it.`);
}
