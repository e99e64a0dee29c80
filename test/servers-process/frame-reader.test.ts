import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../main/servers/frame-reader.js';

function read(chunks: readonly Buffer[], mostBytes?: number) {
  const messages: JSONRPCMessage[] = [];
  const noise: string[] = [];
  const tooLarge: (string | number | undefined)[] = [];
  const reader = new FrameReader(
    { message: (message) => messages.push(message), noise: (text) => noise.push(text), tooLarge: (_error, id) => tooLarge.push(id) },
    mostBytes,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { messages, noise, tooLarge };
}

const frame = (id: number, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result });
const readText = (text: string, mostBytes?: number) => read([Buffer.from(text)], mostBytes);

describe('reading frames', () => {
  it('gives the same whatever the chunks, also when they cut a character in two', () => {
    const text = `${frame(1, { text: 'grüße 🎭' })}\r\n\n${frame(2, { text: '日本語' })}\nnoise é\n${frame(3, {})}\n`;
    const bytes = Buffer.from(text);
    const whole = read([bytes]);
    expect(whole.messages).toMatchObject([{ id: 1, result: { text: 'grüße 🎭' } }, { id: 2, result: { text: '日本語' } }, { id: 3 }]);
    for (const size of [1, 2, 3, 7]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
      expect(read(chunks)).toEqual(whole);
    }
  });

  it.each([
    ['a banner', 'Server running on stdio\n', ['Server running on stdio']],
    ['a blank line', '\n', []],
    ['a line of spaces', '  \r\n', ['  ']],
    ['JSON that is no message', '{"level":"info"}\n', ['{"level":"info"}']],
    ['a JSON text that is no object', '42\nnull\n"x"\n[]\n', ['42', 'null', '"x"', '[]']],
    ['a message of another version', '{"jsonrpc":"1.0","id":1,"result":{}}\n', ['{"jsonrpc":"1.0","id":1,"result":{}}']],
    ['half a message', '{"jsonrpc":"2.0","id":1\n', ['{"jsonrpc":"2.0","id":1']],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0a]), ['\uFFFD\uFFFD']],
  ])('P7 takes %s for noise and goes on', (_name, before, noise) => {
    expect(read([Buffer.from(before), Buffer.from(`${frame(9, {})}\n`)])).toMatchObject({ messages: [{ id: 9 }], noise });
  });

  it('P7 finds the first frame behind a byte order mark or a half line', () => {
    expect(readText(`\uFEFF${frame(1, {})}\n`)).toMatchObject({ messages: [{ id: 1 }], noise: [] });
    expect(readText(`Loading 100% ${frame(1, {})}\n`)).toMatchObject({ messages: [{ id: 1 }], noise: ['Loading 100% '] });
    expect(readText(`\u001b[32mready\u001b[0m{"result":{},"jsonrpc":"2.0","id":1}\n`)).toMatchObject({ messages: [{ id: 1 }] });
  });

  it('does not take a log line that quotes a message for that message', () => {
    const received = `received {"jsonrpc":"2.0","id":1,"method":"ping"}`;
    expect(readText(`${received}\n`)).toMatchObject({ messages: [], noise: [received] });
    const sent = `sending ${frame(2, {})}`;
    expect(readText(`${frame(1, {})}\n${sent}\n`)).toMatchObject({ messages: [{ id: 1 }], noise: [sent] });
  });

  it('reads what strict readers refuse: unknown members, null for what is not there, batches, no line end at the end', () => {
    expect(readText('{"jsonrpc":"2.0","id":1,"result":{},"error":null,"meta":1}\n')).toMatchObject({ messages: [{ id: 1, result: {} }] });
    expect(readText('{"jsonrpc":"2.0","id":1,"result":null}\n')).toMatchObject({ messages: [{ id: 1, result: {} }] });
    expect(readText('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}\n').messages).toHaveLength(1);
    expect(readText(`[${frame(1, {})},${frame(2, {})}]\n`).messages).toHaveLength(2);
    expect(readText(frame(1, {})).messages).toHaveLength(1);
  });

  it('skips a frame that is too large, says whose answer it was, and reads the next one', () => {
    const large = 'x'.repeat(5_000);
    const texts = [frame(1, large), JSON.stringify({ result: large, jsonrpc: '2.0', id: 'two' }), `"${large}"`];
    const { messages, tooLarge } = readText([...texts, frame(4, {})].join('\n'), 1_000);
    expect(tooLarge).toEqual([1, 'two', undefined]);
    expect(messages).toMatchObject([{ id: 4 }]);
  });

  it('keeps nothing of a frame that never ends', () => {
    const { messages, tooLarge } = read(
      Array.from({ length: 2_000 }, () => Buffer.alloc(1_000, 'y')),
      10_000,
    );
    expect({ messages, tooLarge }).toEqual({ messages: [], tooLarge: [undefined] });
  });

  it('looks at each byte of a large frame once', () => {
    const bytes = Buffer.from(`${frame(1, { text: 'z'.repeat(20_000_000) })}\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1_024) }, (_, n) => bytes.subarray(n * 1_024, (n + 1) * 1_024));
    // a reader that joins and searches from the start at each chunk would need 200 GB of copying here and never end in time
    expect(read(chunks).messages).toHaveLength(1);
  });
});
