import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childJustStarted, listProcesses, processByPid, type ProcessFacts } from './process-table.js';
import type { StoppableTree } from './shutdown.js';

const run = promisify(execFile);

/** Names one process for good: a pid is given out again, a pid with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: number;
}

/** What is known of a tree before the process table is looked at. */
export interface TreeClaim {
  /** The process we started, when its start time could be read. On POSIX it leads its own group and session. */
  readonly root: ProcessIdentity | undefined;
  /** Members seen earlier. */
  readonly known: readonly ProcessIdentity[];
  /** Whether a marker found in a process's environment is one of this tree. */
  readonly ownsMarker: (marker: string) => boolean;
}

const isSame = (a: ProcessIdentity, b: ProcessIdentity): boolean => a.pid === b.pid && a.started === b.started;

/**
 * The processes of `table` that are provably of the claimed tree: those with our marker in their environment, those seen
 * earlier under the same pid and start time, the group and session of the root, and all descendants of these.
 *
 * The group counts while its leader, our root, lives, or while it holds a member that is proven otherwise: the system
 * gives a pid out anew only when no group of that number is left. A parent counts only for children younger than itself.
 */
export function provenMembers(claim: TreeClaim, table: readonly ProcessFacts[]): ProcessFacts[] {
  const members = new Map<number, ProcessFacts>();
  const seen = [...(claim.root ? [claim.root] : []), ...claim.known];
  for (const facts of table) {
    const marked = facts.marker !== undefined && claim.ownsMarker(facts.marker);
    if (marked || seen.some((identity) => isSame(identity, facts))) members.set(facts.pid, facts);
  }
  for (let before = -1; before !== members.size;) {
    before = members.size;
    const group = provenGroup(claim, [...members.values()]);
    for (const facts of table) {
      if (members.has(facts.pid)) continue;
      const parent = members.get(facts.parent);
      const isChild = parent !== undefined && facts.started >= parent.started;
      const isInGroup = group !== undefined && (facts.group === group || facts.session === group);
      if (isChild || isInGroup) members.set(facts.pid, facts);
    }
  }
  return [...members.values()];
}

/** The number of the root's process group where it is proven to be still that group. */
function provenGroup({ root }: TreeClaim, members: readonly ProcessFacts[]): number | undefined {
  if (root === undefined) return undefined;
  const takenAnew = members.some((facts) => facts.pid === root.pid && facts.started !== root.started);
  return !takenAnew && members.some((facts) => facts.group === root.pid) ? root.pid : undefined;
}

/** Looks at the processes of one launch, and signals them. Holds no timer and no handle. */
export class ProcessTree implements StoppableTree {
  #claim: TreeClaim;
  readonly #platform: NodeJS.Platform;

  constructor(claim: TreeClaim, platform: NodeJS.Platform = process.platform) {
    this.#claim = claim;
    this.#platform = platform;
  }

  /** The root's pid and start time, once it was seen. */
  get root(): ProcessIdentity | undefined {
    return this.#claim.root;
  }

  /** Reads the start time of the process that was just started. Call it in the turn of the event loop that started it. */
  async recordRoot(pid: number): Promise<void> {
    const facts = await childJustStarted(pid, this.#platform);
    if (facts !== undefined) this.#claim = { ...this.#claim, root: { pid, started: facts.started } };
  }

  /** The members that live now; they are remembered, so that one that loses its parent stays proven. */
  async members(): Promise<readonly ProcessFacts[]> {
    const members = provenMembers(this.#claim, await listProcesses(this.#platform));
    this.#claim = { ...this.#claim, known: members.map(({ pid, started }) => ({ pid, started })) };
    return members;
  }

  async alive(): Promise<readonly number[]> {
    return (await this.members()).map((facts) => facts.pid);
  }

  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const members = await this.members();
    if (this.#platform === 'win32') {
      // Windows has no SIGTERM: closing stdin was the question, ending is the answer
      if (signal === 'SIGKILL') await Promise.all(members.map((facts) => endWindowsProcess(facts.pid)));
      return;
    }
    const group = provenGroup(this.#claim, members);
    if (group !== undefined) sendSignal(-group, signal);
    for (const facts of members) {
      if (facts.group !== group) await this.#signalOne(facts, signal);
    }
  }

  async #signalOne(facts: ProcessFacts, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    // looked at again right before the signal: the pid may have been given out anew since the listing
    const now = this.#platform === 'linux' ? await processByPid(facts.pid, this.#platform) : facts;
    if (now !== undefined && isSame(now, facts)) sendSignal(facts.pid, signal);
  }
}

function sendSignal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  // 0 and -1 would reach ourselves or everybody
  if (Math.abs(target) <= 1) return;
  try {
    process.kill(target, signal);
  } catch (error) {
    // ESRCH: gone already. EPERM: it changed its user, the report names it as left over.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

async function endWindowsProcess(pid: number): Promise<void> {
  try {
    await run('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true });
  } catch {
    // taskkill fails for a process that is gone; the next look at the table tells what is left
  }
}
