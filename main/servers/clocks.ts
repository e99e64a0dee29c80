import { limits } from '../limits.js';

/** The times that a server's life is measured by, milliseconds; `limits` says what each is for. */
export interface Clocks {
  readonly eraProbeMs: number;
  readonly startMs: number;
  readonly firstDownloadMs: number;
  readonly callMs: number;
  readonly callCeilingMs: number;
  readonly listChangedDebounceMs: number;
}

/** The clocks of the product. */
export const standardClocks: Clocks = limits;

/** A deadline that can be moved; fires once. Whoever makes one stops it. */
export class Deadline {
  private timer: NodeJS.Timeout;
  /** Epoch milliseconds. */
  at: number;

  constructor(
    ms: number,
    private readonly onPassed: () => void,
  ) {
    this.at = Date.now() + ms;
    this.timer = setTimeout(onPassed, ms);
  }

  /** Starts the clock anew with that much time. */
  restart(ms: number): void {
    clearTimeout(this.timer);
    this.at = Date.now() + ms;
    this.timer = setTimeout(this.onPassed, ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Runs a piece of work a while after the last poke, one run at a time. Whoever makes one stops it. */
export class Debounced {
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private again = false;
  private stopped = false;

  constructor(
    private readonly ms: number,
    /** Never rejects. */
    private readonly work: () => Promise<void>,
  ) {}

  poke(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), this.ms);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    this.running = true;
    await this.work();
    this.running = false;
    if (!this.again) return;
    this.again = false;
    this.poke();
  }
}
