import type { Snapshot } from '../preload/contract/app.js';
import type { CallView } from '../preload/contract/call.js';
import type { EventPayload } from '../preload/contract/events.js';
import type { RouteInput, RouteName, RouteOutput } from '../preload/contract/routes.js';
import { ask, listen } from './bridge.js';
import { stateChanges } from './shell/announcements.js';

/** The rooms that exist, in the order of their keys. */
export const rooms = ['servers', 'tools', 'settings'] as const;
export type Room = (typeof rooms)[number];

/** A failure that a route answered, shown at the window's foot until it is closed. */
export interface ShownFailure {
  readonly id: number;
  readonly message: string;
}

/**
 * What the window knows: the engine's snapshot, kept whole by its events, and the few things that are
 * only about looking (which room, which filter). A reload asks for everything again.
 */
export class AppState {
  snapshot = $state.raw<Snapshot | null>(null);
  /** Why the snapshot could not be had. */
  loadFailure = $state<string | null>(null);
  room = $state<Room>('servers');
  /** The server to which the Tools room is narrowed. */
  toolsServer = $state<string | null>(null);
  trustOpen = $state(false);
  failures = $state.raw<readonly ShownFailure[]>([]);
  /** Read out by the live region. */
  announcement = $state('');
  #stops: (() => void)[] = [];
  #missed = false;
  #failureId = 0;

  /** Asks for the snapshot and follows its events. */
  async start(): Promise<void> {
    this.#stops = [
      listen('snapshot.changed', (parts) => this.#merge(parts)),
      listen('call.changed', (call) => this.#mergeCall(call)),
      listen('navigate', ({ room }) => this.show(room)),
    ];
    await this.#load();
  }

  /** Ends the listening. */
  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  show(room: Room): void {
    if (room === this.room) return;
    this.room = room;
    void this.act('app.setRoom', { room });
  }

  /** Shows the tools of one server, or of all. */
  showTools(server: string | null): void {
    this.toolsServer = server;
    this.show('tools');
  }

  /** Asks a route; a failure is shown at the window's foot and answers undefined. */
  async act<N extends RouteName>(route: N, input: RouteInput<N>): Promise<RouteOutput<N> | undefined> {
    const reply = await ask(route, input);
    if (reply.ok) return reply.value;
    // What only waits for a yes is answered with the question itself.
    if (reply.failure.code === 'needs-consent') this.trustOpen = true;
    else this.tellFailure(reply.failure.message);
    return undefined;
  }

  tellFailure(message: string): void {
    this.#failureId += 1;
    this.failures = [...this.failures.filter((shown) => shown.message !== message), { id: this.#failureId, message }];
  }

  closeFailure(id: number): void {
    this.failures = this.failures.filter((shown) => shown.id !== id);
  }

  /** An event that arrives before the first answer may be newer than it: then the question is asked again. */
  async #load(): Promise<void> {
    do {
      this.#missed = false;
      const reply = await ask('app.snapshot', {});
      if (!reply.ok) {
        this.loadFailure = reply.failure.message;
        return;
      }
      if (!this.#missed) this.#take(reply.value);
    } while (this.#missed);
  }

  #merge(parts: EventPayload<'snapshot.changed'>): void {
    if (this.snapshot === null) this.#missed = true;
    else this.#take(withParts(this.snapshot, parts));
  }

  #mergeCall(call: CallView): void {
    if (this.snapshot === null) {
      this.#missed = true;
      return;
    }
    const others = this.snapshot.calls.filter((known) => known.id !== call.id);
    this.snapshot = { ...this.snapshot, calls: [...others, call] };
  }

  #take(next: Snapshot): void {
    const before = this.snapshot;
    this.snapshot = next;
    if (before === null) this.room = rooms.find((room) => room === next.room) ?? 'servers';
    if (shouldAskForTrust(before, next)) this.trustOpen = true;
    const nothingToAsk = next.workspace === null || (next.workspace.trusted && next.workspace.consentNeeded === 0);
    if (nothingToAsk) this.trustOpen = false;
    const words = before === null ? '' : stateChanges(before, next);
    if (words !== '') this.announcement = words;
  }
}

/** A snapshot with the parts that an event carries; each part is whole. */
function withParts(before: Snapshot, parts: EventPayload<'snapshot.changed'>): Snapshot {
  return {
    runtime: parts.runtime ?? before.runtime,
    workspace: parts.workspace === undefined ? before.workspace : parts.workspace,
    recentFolders: parts.recentFolders ?? before.recentFolders,
    servers: parts.servers ?? before.servers,
    problems: parts.problems ?? before.problems,
    summary: parts.summary ?? before.summary,
    mode: parts.mode ?? before.mode,
    theme: parts.theme ?? before.theme,
    room: parts.room ?? before.room,
    approvals: parts.approvals ?? before.approvals,
    calls: parts.calls ?? before.calls,
    catalogVersion: parts.catalogVersion ?? before.catalogVersion,
  };
}

/** The trust dialog opens by itself for a folder that has just been opened, and when new questions come up while the person is not in the middle of something. */
function shouldAskForTrust(before: Snapshot | null, next: Snapshot): boolean {
  const { workspace } = next;
  if (workspace === null) return false;
  const asks = workspace.consentNeeded > 0 || (!workspace.trusted && next.servers.length > 0);
  if (!asks) return false;
  if (before?.workspace?.path !== workspace.path) return true;
  const asked = before.workspace.consentNeeded > 0 || (!before.workspace.trusted && before.servers.length > 0);
  return !asked && !isBusy();
}

/** Somebody types, or answers another dialog; the card and the banner wait until that is done. */
function isBusy(): boolean {
  const { activeElement } = document;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return true;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
}

/** The one state of this window. */
export const app = new AppState();
