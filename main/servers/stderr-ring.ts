import { StringDecoder } from 'node:string_decoder';
import type { LogLine } from '../../preload/contract/server.js';
import { limits } from '../limits.js';

/** Bounds of a ring; sizes in UTF-16 units of cleaned text, close enough to bytes for a bound on memory. */
export interface RingBounds {
  readonly stderrRingBytes: number;
  readonly stderrRingLines: number;
  readonly stderrLineBytes: number;
}

/**
 * The last lines that a process wrote to stderr: bounded by bytes and by lines, decoded as a stream, so that a character
 * cut in two by a chunk is whole again.
 */
export class StderrRing {
  readonly #decoder = new StringDecoder('utf8');
  readonly #clean: (line: string) => string;
  readonly #bounds: RingBounds;
  #lines: LogLine[] = [];
  /** Index of the oldest kept line; the array is shortened in larger steps than single lines. */
  #first = 0;
  #size = 0;
  #unfinished: string[] = [];
  #unfinishedSize = 0;
  #unfinishedAt = 0;

  /** @param clean applied to each whole line before it is kept: escape sequences and secrets are taken out there. */
  constructor(clean: (line: string) => string, bounds: RingBounds = limits) {
    this.#clean = clean;
    this.#bounds = bounds;
  }

  push(chunk: Buffer): void {
    const [head = '', ...rest] = this.#decoder.write(chunk).split('\n');
    this.#append(head);
    for (const text of rest) {
      this.#finish();
      this.#append(text);
    }
  }

  /** Kept lines, oldest first, the unfinished one last. */
  lines(): LogLine[] {
    const open = this.#unfinished.length > 0 ? [this.#line()] : [];
    return [...this.#lines.slice(this.#first), ...open];
  }

  /** The last `count` lines that are not blank, oldest first. */
  tail(count: number): string[] {
    if (count <= 0) return [];
    return this.lines()
      .map((line) => line.text)
      .filter((text) => text.trim() !== '')
      .slice(-count);
  }

  #append(text: string): void {
    if (text === '') return;
    if (this.#unfinished.length === 0) this.#unfinishedAt = Date.now();
    // twice the bound is kept until the line is cleaned: escape sequences take room, and a secret must be whole to be masked
    const room = this.#bounds.stderrLineBytes * 2 - this.#unfinishedSize;
    const over = text.lastIndexOf('\r', text.length - 2);
    if (over >= 0 && text.length > room) return this.#restart(text.slice(over + 1));
    if (room <= 0) return;
    this.#unfinished.push(text.slice(0, room));
    this.#unfinishedSize += Math.min(text.length, room);
  }

  /** A progress bar that never ends its line: what it wrote over is dropped before it fills the room. */
  #restart(text: string): void {
    this.#unfinished = [];
    this.#unfinishedSize = 0;
    this.#append(text);
  }

  #line(): LogLine {
    const text = this.#clean(this.#unfinished.join(''));
    const cut = text.length > this.#bounds.stderrLineBytes ? `${text.slice(0, this.#bounds.stderrLineBytes)}…` : text;
    return { at: this.#unfinishedAt === 0 ? Date.now() : this.#unfinishedAt, from: 'stderr', text: cut };
  }

  #finish(): void {
    const line = this.#line();
    this.#unfinished = [];
    this.#unfinishedSize = 0;
    this.#unfinishedAt = 0;
    this.#lines.push(line);
    this.#size += line.text.length;
    this.#drop();
  }

  #drop(): void {
    const { stderrRingBytes, stderrRingLines } = this.#bounds;
    while (this.#size > stderrRingBytes || this.#lines.length - this.#first > stderrRingLines) {
      this.#size -= this.#lines[this.#first]?.text.length ?? 0;
      this.#first += 1;
    }
    if (this.#first < stderrRingLines) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }
}
