import { join } from 'node:path';
import type { Snapshot } from '../../preload/contract/app.js';
import type { Mode } from '../../preload/contract/call.js';
import { Catalog } from '../discovery/catalog.js';
import { limits } from '../limits.js';
import { loginShellPath } from '../servers/login-shell-path.js';
import { endLeftovers } from '../servers/leftovers.js';
import { localKey } from '../secrets/local-key.js';
import { Approvals } from '../trust/approvals.js';
import { CallGate } from '../trust/call-gate.js';
import { FolderTrust } from '../trust/folder-trust.js';
import { Calls } from './calls.js';
import { Emitter } from './emitter.js';
import type { EngineOptions } from './engine-options.js';
import { buildSnapshot } from './snapshot-view.js';
import { DecisionRecord } from './decision-record.js';
import { isNpxFound } from './npx.js';
import { realFolder } from './real-folder.js';
import { RouteError } from './route-error.js';
import { Snapshots } from './snapshots.js';
import { WorkspaceSession } from './workspace-session.js';

interface Foundations {
  readonly trust: FolderTrust;
  readonly key: Uint8Array;
}

/** The engine's state and what all routes share. */
export class EngineCore {
  readonly emitter: Emitter;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly gate: CallGate;
  readonly calls: Calls;
  readonly snapshots: Snapshots;
  private readonly decisions: DecisionRecord;
  private readonly foundations: Promise<Foundations>;
  private session: WorkspaceSession | undefined;
  private switching: Promise<void> = Promise.resolve();
  private currentMode: Mode;
  private npxFound = true;
  private askedPath: Promise<string | null> | undefined;
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
      onError: options.onError,
      onChange: () => {
        this.catalogVersion += 1;
        this.snapshots.touch();
      },
    });
    this.approvals = new Approvals({ onChange: () => this.snapshots.touch() });
    this.currentMode = options.settings.get('mode');
    this.decisions = new DecisionRecord(this.stateDir, options.onError);
    this.gate = this.buildGate();
    this.calls = this.buildCalls();
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

  /** Finds out whether `npx` is there; the first screen says what the sample needs. */
  async lookForNpx(): Promise<void> {
    this.npxFound = await isNpxFound(this.options.appEnv, await this.loginPath());
    this.snapshots.touch();
  }

  /** The login shell's PATH, asked once in the life of the app. */
  readonly loginPath = (): Promise<string | null> => {
    const { appEnv } = this.options;
    this.askedPath ??= loginShellPath({ shell: appEnv['SHELL'], env: appEnv, platform: process.platform });
    return this.askedPath;
  };

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
    await this.decisions.flushed();
    this.snapshots.close();
    this.emitter.clear();
  }

  snapshot(): Snapshot {
    return buildSnapshot({
      options: this.options,
      session: this.session,
      mode: this.mode,
      npxFound: this.npxFound,
      approvals: this.approvals.pending(),
      calls: this.calls.list(),
      catalogVersion: this.catalogVersion,
    });
  }

  /** Where eras, results and records are kept. */
  get stateDir(): string {
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
      loginPath: this.loginPath,
      catalog: this.catalog,
      onChange: () => this.snapshots.touch(),
    };
  }

  private buildGate(): CallGate {
    return new CallGate({
      state: () => ({ mode: this.mode, folderTrusted: this.session?.consent.trusted ?? false, workspace: this.session?.folder ?? '' }),
      home: this.options.home,
      subject: (server, tool) => this.session?.grantSubject(server, tool),
      approvals: this.approvals,
      interactive: this.options.interactive ?? true,
      refusalHint: 'Use --mode TRUST or --mode FULL if this call may run without asking.',
      onDecision: (record) => this.decisions.add(record),
    });
  }

  private buildCalls(): Calls {
    return new Calls(
      {
        clear: (request, signal) => this.gate.check({ ...request, kind: 'mcp' }, signal),
        send: ({ server, tool, args }, signal, onProgress) =>
          this.requireSession().supervisor.call({ server, tool, args, signal, onProgress }),
      },
      (view) => {
        this.emitter.emit('call.changed', view);
        this.snapshots.touch();
      },
    );
  }

  private async layFoundations(): Promise<Foundations> {
    const own = join(this.options.home, '.greenroom');
    // Two of a kind often fight over one port: what a killed run left is ended before anything starts.
    await endLeftovers(this.stateDir).catch(this.options.onError);
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
