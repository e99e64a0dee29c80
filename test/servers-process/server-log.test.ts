import { describe, expect, it } from 'vitest';
import { limits } from '../../main/limits.js';
import { ServerLog } from '../../main/servers/server-log.js';
import { StderrRing } from '../../main/servers/stderr-ring.js';
import { displayText } from '../../main/servers/terminal-text.js';
import { ask, eventually, prepare } from './fixture-launch.js';

const plain = (line: string): string => line;
const texts = (ring: StderrRing): string[] => ring.lines().map((line) => line.text);

function ringOf(chunks: readonly (string | Buffer)[], bounds = {}): StderrRing {
  const ring = new StderrRing(displayText, { stderrRingBytes: 10_000, stderrRingLines: 100, stderrLineBytes: 100, ...bounds });
  for (const chunk of chunks) ring.push(Buffer.from(chunk));
  return ring;
}

describe('text for display', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m text', 'red text'],
    ['a link', '\u001b]8;;https://example.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a window title', '\u001b]0;title\u0007text', 'text'],
    ['cursor movements', '\u001b[2K\u001b[1Gdone', 'done'],
    ['control characters, not tabs', 'a\u0000b\u0007c\td\u0008', 'abc\td'],
    ['marks that turn the reading direction', 'abc\u202Edef\u2066', 'abcdef'],
    ['a progress bar', '10 %\r50 %\r100 %', '100 %'],
    ['a Windows line end', 'line\r', 'line'],
    ['a lone escape', '\u001b', ''],
  ])('takes %s out', (_name, line, shown) => {
    expect(displayText(line)).toBe(shown);
  });
});

describe('the stderr ring', () => {
  it('decodes characters that a chunk cuts in two', () => {
    const bytes = Buffer.from('grüße 🎭\nnext');
    expect(texts(ringOf([...bytes].map((byte) => Buffer.from([byte]))))).toEqual(['grüße 🎭', 'next']);
  });

  it('keeps the last lines by number and by size', () => {
    const lines = Array.from({ length: 50 }, (_, n) => `line ${n}\n`);
    expect(texts(ringOf(lines, { stderrRingLines: 3 }))).toEqual(['line 47', 'line 48', 'line 49']);
    expect(texts(ringOf(lines, { stderrRingBytes: 20 }))).toEqual(['line 48', 'line 49']);
  });

  it('cuts a line without end instead of growing', () => {
    const ring = ringOf(Array.from({ length: 1_000 }, () => 'x'.repeat(100)));
    expect(texts(ring)).toEqual([`${'x'.repeat(100)}…`]);
    ring.push(Buffer.from('\nafter'));
    expect(texts(ring)[1]).toBe('after');
  });

  it('shows the latest state of a progress bar that never ends its line', () => {
    const ring = ringOf(Array.from({ length: 500 }, (_, n) => `\r${n + 1} of 500`));
    expect(texts(ring)).toEqual(['500 of 500']);
  });

  it('gives the last lines that are not blank, an unfinished one included', () => {
    expect(ringOf(['one\n\ntwo\n  \nthr', 'ee']).tail(2)).toEqual(['two', 'three']);
    expect(ringOf([]).tail(5)).toEqual([]);
    expect(ringOf(['one\n']).tail(0)).toEqual([]);
  });

  it('stays within its bounds for a long time', () => {
    const ring = new StderrRing(plain, { stderrRingBytes: 1_000, stderrRingLines: 10, stderrLineBytes: 100 });
    for (let n = 0; n < 10_000; n += 1) ring.push(Buffer.from(`${n}\n`));
    expect(texts(ring)).toEqual(Array.from({ length: 10 }, (_, n) => String(9_990 + n)));
  });
});

describe('the log of a server', () => {
  it('masks known secrets in every kind of line, also where a line is cut', () => {
    const secret = 'sk-very-secret-value';
    const log = new ServerLog([secret]);
    log.stderr(Buffer.from(`key \u001b[1msk-very-\u001b[0msecret-value used\n${'x'.repeat(limits.stderrLineBytes - 5)}${secret}`));
    log.noise(`out ${secret}`);
    log.note(`env ${secret}`);
    log.serverMessage(`said ${secret}`);
    expect(JSON.stringify(log.lines())).not.toContain('sk-');
    expect(log.tail(2)[0]).toBe('key •••• used');
  });

  it('keeps a bounded number of noise lines and counts all', () => {
    const log = new ServerLog();
    for (let n = 0; n < limits.noiseLines + 50; n += 1) log.noise(`noise ${n}`);
    expect(log.noiseCount).toBe(limits.noiseLines + 50);
    expect(log.lines()).toHaveLength(limits.noiseLines);
    expect(log.lines().at(-1)).toMatchObject({ from: 'stdout-noise', text: `noise ${limits.noiseLines + 49}` });
  });

  it('reads a flood of a real process without losing its end', async () => {
    const server = prepare('stderr-flood.mjs');
    await server.transport.start();
    await ask(server, 1, 'tools/list');
    const end = ['line 5000 ünïcödé 🎭', '100 %', 'no newline at the end'];
    await eventually(() => expect(server.log.tail(3)).toEqual(end));
    expect(server.log.lines().filter((line) => line.from === 'stderr').length).toBeLessThanOrEqual(limits.stderrRingLines + 1);
    await server.transport.stop();
  });
});
