import { countTokens as wholeCount } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countTokens } from '../../main/discovery/token-count.js';
import { limits } from '../../main/limits.js';

test('a text of many pieces is counted exactly as if it were one', async () => {
  const sentence = 'The Quick brown fox doesn’t jump; it creates_issues 42 times — naïvely, 日本語も. {"key": ["value", 1.5]}\n\n';
  for (const text of ['', 'x', sentence, sentence.repeat(200)]) expect(await countTokens(text)).toBe(wholeCount(text));
});

test('control tokens in a stranger’s text are text', async () => {
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

test('a text without any seam is counted in bounded pieces while other work goes on', async () => {
  const letters = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join('');
  let turns = 0;
  let counting = true;
  const count = countTokens(letters).finally(() => (counting = false));
  const tick = (): void => {
    turns += 1;
    if (counting) setImmediate(tick);
  };
  setImmediate(tick);
  expect(await count).toBeGreaterThan(5_000);
  expect(turns).toBeGreaterThan(3);
});

test('a text beyond the cap is estimated in proportion', async () => {
  const text = 'word '.repeat(limits.tokenCountChars / 2);
  const tokens = await countTokens(text);
  expect(Math.abs(tokens / wholeCount(text) - 1)).toBeLessThan(0.01);
});
