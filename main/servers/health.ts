import pidusage from 'pidusage';

/** CPU in per cent of one core since the last measure, memory in bytes; both summed over the tree. */
export interface TreeUsage {
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

/** Measures trees of processes. Holds no timer of its own: whoever owns it decides when. */
export class HealthMeter {
  #disposed = false;

  /** @returns undefined when none of the processes is there, or after `dispose`. Never rejects. */
  async measure(pids: readonly number[]): Promise<TreeUsage | undefined> {
    if (this.#disposed || pids.length === 0) return undefined;
    const found = await Promise.all(pids.map(usageOf));
    const alive = found.filter((usage) => usage !== undefined);
    if (alive.length === 0) return undefined;
    return {
      cpuPercent: alive.reduce((sum, usage) => sum + usage.cpuPercent, 0),
      memoryBytes: alive.reduce((sum, usage) => sum + usage.memoryBytes, 0),
    };
  }

  dispose(): void {
    this.#disposed = true;
  }
}

async function usageOf(pid: number): Promise<TreeUsage | undefined> {
  try {
    const { cpu, memory } = await pidusage(pid);
    // of a process that has ended since the last measure, pidusage tells zeros: every living one holds some memory
    return memory > 0 && Number.isFinite(cpu) ? { cpuPercent: cpu, memoryBytes: memory } : undefined;
  } catch {
    // it ended since its tree was looked at
    return undefined;
  }
}
