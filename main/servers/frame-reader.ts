import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { limits } from '../limits.js';

/** A frame that was larger than `limits.frameBytes` and was skipped. */
export class FrameTooLargeError extends Error {
  override readonly name = 'FrameTooLargeError';
  readonly code = 'frame-too-large';

  constructor(readonly mostBytes: number) {
    super(
      `The server sent one message of more than ${Math.floor(mostBytes / 1_048_576)} MB, which was skipped. Ask it for less at a time.`,
    );
  }
}

/** Where the reader hands things on. None of these may throw. */
export interface FrameSink {
  message(message: JSONRPCMessage): void;
  /** A line that was no message, without its line end; at most the length of two log lines. */
  noise(text: string): void;
  /** `id` names the request whose answer was skipped, where it could be told. */
  tooLarge(error: FrameTooLargeError, id: string | number | undefined): void;
}

const newline = 0x0a;
const byteOrderMark = '\uFEFF';
/** Enough of a frame's two ends to find its id, which SDKs write first or last. */
const edgeBytes = 256;
const messageKeys = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/**
 * Cuts a byte stream into lines and hands on the JSON-RPC messages among them (MCP 2026-07-28 §Transports, stdio). Banners,
 * blank lines, byte order marks and log lines are noise (PITFALLS P7). Each byte is looked at once, whatever the chunks.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #mostBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  #tooLarge: { readonly head: Buffer; tail: Buffer } | undefined;
  #sawFrame = false;

  constructor(sink: FrameSink, mostBytes: number = limits.frameBytes) {
    this.#sink = sink;
    this.#mostBytes = mostBytes;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
  }

  /** The stream is over: what stands after the last line end is a line too. */
  end(): void {
    if (this.#size > 0 || this.#tooLarge) this.#endLine();
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#tooLarge) {
      this.#tooLarge.tail = Buffer.concat([this.#tooLarge.tail, part.subarray(-edgeBytes)]).subarray(-edgeBytes);
      return;
    }
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#mostBytes) return;
    const all = Buffer.concat(this.#parts);
    this.#tooLarge = { head: Buffer.from(all.subarray(0, edgeBytes)), tail: Buffer.from(all.subarray(-edgeBytes)) };
    this.#parts = [];
    this.#size = 0;
  }

  #endLine(): void {
    if (this.#tooLarge) {
      const { head, tail } = this.#tooLarge;
      this.#tooLarge = undefined;
      this.#sink.tooLarge(new FrameTooLargeError(this.#mostBytes), idOfEdges(head.toString('utf8'), tail.toString('utf8')));
      return;
    }
    const text = Buffer.concat(this.#parts, this.#size).toString('utf8');
    this.#parts = [];
    this.#size = 0;
    this.#line(text.endsWith('\r') ? text.slice(0, -1) : text);
  }

  #line(line: string): void {
    const text = line.startsWith(byteOrderMark) ? line.slice(1) : line;
    if (text.trim() === '') {
      if (line !== '') this.#noise(line);
      return;
    }
    const messages = messagesOf(text) ?? (this.#sawFrame ? undefined : this.#afterHalfLine(text));
    if (messages === undefined) return this.#noise(text);
    this.#sawFrame = true;
    for (const message of messages) this.#sink.message(message);
  }

  /**
   * A banner without a line end stands right before the first frame. Only answers are taken: a request after other text
   * is rather a server that logs what it received.
   */
  #afterHalfLine(text: string): readonly JSONRPCMessage[] | undefined {
    for (const start of new Set([text.indexOf('{"'), text.indexOf('{"jsonrpc"')])) {
      if (start <= 0) continue;
      const messages = messagesOf(text.slice(start));
      if (messages === undefined || messages.some((message) => 'method' in message)) continue;
      this.#noise(text.slice(0, start));
      return messages;
    }
    return undefined;
  }

  #noise(text: string): void {
    this.#sink.noise(text.slice(0, limits.stderrLineBytes * 2));
  }
}

/** The messages of one line; more than one where a legacy server sends a batch (MCP 2025-03-26). */
function messagesOf(text: string): readonly JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const messages = all.map(parseMessage);
  return messages.length > 0 && messages.every((message) => message !== undefined) ? messages : undefined;
}

/** Lenient about what strict readers stumble over: unknown members, and null for a member that is not there or empty. */
function parseMessage(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = Object.entries(value).filter(([key, member]) => messageKeys.includes(key) && member !== null);
  const isEmptyAnswer = 'id' in value && 'result' in value && !known.some(([key]) => key === 'result' || key === 'error');
  try {
    return parseJSONRPCMessage({ ...Object.fromEntries(known), ...(isEmptyAnswer ? { result: {} } : {}) });
  } catch {
    return undefined;
  }
}

const idFirst = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]*")\s*,/;
const idLast = /"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]*")\s*\}\s*$/;

/** The id of a frame of which only the two ends are known. */
function idOfEdges(head: string, tail: string): string | number | undefined {
  const found = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1];
  if (found === undefined) return undefined;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}
