import type { LogLine } from '../../preload/contract/server.js';
import { maskSecrets } from '../config/masking.js';
import { limits } from '../limits.js';
import { StderrRing } from './stderr-ring.js';
import { displayText } from './terminal-text.js';

/**
 * Everything a server's card can show as its log: stderr, skipped stdout lines, notes of Greenroom and log messages of
 * the server. Known secret values are masked before a line is kept. Bounded by limits of each kind.
 */
export class ServerLog {
  readonly #stderr: StderrRing;
  readonly #others: Record<Exclude<LogLine['from'], 'stderr'>, LogLine[]> = { 'stdout-noise': [], greenroom: [], server: [] };
  readonly #mask: (text: string) => string;
  #noiseCount = 0;

  /** @param secrets values that must never be seen, longest first. */
  constructor(secrets: readonly string[] = []) {
    this.#mask = (text) => maskSecrets(displayText(text), secrets);
    this.#stderr = new StderrRing(this.#mask);
  }

  /** Bytes as they came from stderr. */
  stderr(chunk: Buffer): void {
    this.#stderr.push(chunk);
  }

  /** One stdout line that was no JSON-RPC message; cut to the length of a log line. */
  noise(text: string): void {
    this.#noiseCount += 1;
    this.#keep('stdout-noise', text, limits.noiseLines);
  }

  /** What Greenroom itself did: launches, the rungs of a stop, faults of the transport. */
  note(text: string): void {
    this.#keep('greenroom', text, limits.stderrRingLines);
  }

  /** A log message that the server sent over the protocol. */
  serverMessage(text: string): void {
    this.#keep('server', text, limits.stderrRingLines);
  }

  /** Lines on stdout that were skipped since the log began, kept or not. */
  get noiseCount(): number {
    return this.#noiseCount;
  }

  /** All kept lines in the order of time; an unfinished stderr line is the last of its kind. */
  lines(): LogLine[] {
    return [...Object.values(this.#others).flat(), ...this.#stderr.lines()].sort((a, b) => a.at - b.at);
  }

  /** The last `count` lines of stderr, oldest first, blank ones left out, an unfinished one included. */
  tail(count: number = limits.stderrTailLines): string[] {
    return this.#stderr.tail(count);
  }

  #keep(from: Exclude<LogLine['from'], 'stderr'>, text: string, most: number): void {
    // masked before it is cut to length, so that no half of a secret is left at the end
    const masked = this.#mask(text.slice(0, limits.stderrLineBytes * 2));
    const cut = masked.length > limits.stderrLineBytes ? `${masked.slice(0, limits.stderrLineBytes)}…` : masked;
    const kept = this.#others[from];
    kept.push({ at: Date.now(), from, text: cut });
    if (kept.length > most) kept.shift();
  }
}
