import type { Snapshot } from '../../preload/contract/app.js';
import { limits } from '../limits.js';

/**
 * Gathers changes for one frame's time, then tells the parts of the snapshot that differ from what was
 * told last. One owner: `close` ends its timer.
 */
export class Snapshots {
  private timer: NodeJS.Timeout | undefined;
  private readonly told = new Map<string, string>();
  private closed = false;

  constructor(
    private readonly build: () => Snapshot,
    private readonly tell: (changed: Partial<Snapshot>) => void,
  ) {}

  /** Something may have changed. */
  touch(): void {
    if (this.timer !== undefined || this.closed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.flush();
    }, limits.eventGatherMs);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private flush(): void {
    const changed = Object.entries(this.build()).filter(([part, value]) => {
      const text = JSON.stringify(value);
      if (this.told.get(part) === text) return false;
      this.told.set(part, text);
      return true;
    });
    if (changed.length > 0) this.tell(Object.fromEntries(changed));
  }
}
