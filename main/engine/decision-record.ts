import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateRecord } from '../trust/call-gate.js';

/**
 * The record of every decision of the gate: `decisions.jsonl`, one JSON object a line, mode 600, appended to and never
 * rewritten. Arguments are left out, since they may hold secrets.
 */
export class DecisionRecord {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly stateDir: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(record: GateRecord): void {
    this.writing = this.writing.then(async () => {
      try {
        await mkdir(this.stateDir, { recursive: true, mode: 0o700 });
        await appendFile(join(this.stateDir, 'decisions.jsonl'), `${JSON.stringify(record)}\n`, { mode: 0o600 });
      } catch (error) {
        this.onError(error);
      }
    });
  }

  /** Resolves when everything added so far is on disk. */
  flushed(): Promise<void> {
    return this.writing;
  }
}
