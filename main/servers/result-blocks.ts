import type { CallResult, ResultBlock } from '../../preload/contract/call.js';
import type { Json } from '../../preload/contract/tool.js';
import { limits } from '../limits.js';

/** A tool's answer as the window draws it: capped; the whole lies in the result store. */
export type ResultView = Pick<CallResult, 'blocks' | 'structuredContent' | 'isError'>;

/**
 * Turns a server's raw `tools/call` result into blocks to draw. Never fails: kinds that are not known, and results that follow
 * no specification, become `unknown` blocks. Text, pictures and sounds are capped one by one and all together (PITFALLS P11).
 */
export function resultView(raw: unknown): ResultView {
  const budget = new Budget();
  if (!isObject(raw)) return { blocks: [unknownBlock('result', raw, budget)], isError: false };
  const blocks = contentBlocks(raw, budget);
  const structured = raw['structuredContent'];
  const isError = raw['isError'] === true;
  if (structured === undefined) return { blocks, isError };
  if (byteLength(JSON.stringify(structured)) <= limits.resultTextBytes) {
    // Came out of JSON.parse: it is JSON.
    return { blocks, structuredContent: structured as Json, isError };
  }
  return { blocks: blocks.length > 0 ? blocks : [unknownBlock('structuredContent', structured, budget)], isError };
}

function contentBlocks(raw: Record<string, unknown>, budget: Budget): ResultBlock[] {
  const content = raw['content'];
  if (content === undefined || content === null) {
    // The result shape of 2024-10-07, still sent by some servers.
    return raw['toolResult'] === undefined ? [] : [unknownBlock('toolResult', raw['toolResult'], budget)];
  }
  if (!Array.isArray(content)) return [unknownBlock('content', content, budget)];
  const items: readonly unknown[] = content;
  const blocks = items.slice(0, limits.resultBlocks).map((item) => block(item, budget));
  const left = items.length - blocks.length;
  if (left > 0) blocks.push({ kind: 'text', text: `(${left} more parts: read the whole result.)`, cut: true });
  return blocks;
}

function block(item: unknown, budget: Budget): ResultBlock {
  if (!isObject(item)) return unknownBlock(typeof item, item, budget);
  const { type } = item;
  if (type === 'text' && typeof item['text'] === 'string') return { kind: 'text', ...budget.text(item['text']) };
  if ((type === 'image' || type === 'audio') && typeof item['data'] === 'string') {
    return { kind: type, mimeType: text(item['mimeType']) ?? 'application/octet-stream', ...budget.media(item['data']) };
  }
  if (type === 'resource' && isObject(item['resource'])) return resourceBlock(item['resource'], budget);
  if (type === 'resource_link' && typeof item['uri'] === 'string') {
    return { kind: 'resource-link', uri: item['uri'], name: text(item['title']) ?? text(item['name']) ?? item['uri'] };
  }
  return unknownBlock(text(type) ?? 'no type', item, budget);
}

function resourceBlock(resource: Record<string, unknown>, budget: Budget): ResultBlock {
  const mimeType = text(resource['mimeType']);
  const shared = { kind: 'resource', uri: text(resource['uri']) ?? '', ...(mimeType === undefined ? {} : { mimeType }) } as const;
  if (typeof resource['text'] === 'string') return { ...shared, ...budget.text(resource['text']) };
  return { ...shared, cut: resource['blob'] !== undefined };
}

function unknownBlock(type: string, value: unknown, budget: Budget): ResultBlock {
  const { text: json, cut } = budget.text(JSON.stringify(value) ?? 'null');
  return { kind: 'unknown', type: type.slice(0, 100), json, cut };
}

/** What may still be shown of one result. */
class Budget {
  private textBytes: number = limits.resultAllTextBytes;
  private mediaBytes: number = limits.resultAllMediaBytes;

  text(whole: string): { text: string; cut: boolean } {
    const text = cutText(whole, Math.min(limits.resultTextBytes, this.textBytes));
    this.textBytes -= byteLength(text);
    return { text, cut: text.length < whole.length };
  }

  /** `bytes` is the size of the decoded data. */
  media(data: string): { data?: string; bytes: number } {
    const bytes = Buffer.byteLength(data, 'base64');
    if (bytes > limits.resultImageBytes || bytes > this.mediaBytes) return { bytes };
    this.mediaBytes -= bytes;
    return { data, bytes };
  }
}

/** The longest start of `text` that takes at most `maxBytes` in UTF-8; never cuts inside a character. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes), 'utf8');
  let end = Math.min(maxBytes, bytes.length);
  // A continuation byte (10xxxxxx) at the cut means that a character would be split.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function byteLength(value: string): number {
  return Buffer.byteLength(value, 'utf8');
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
