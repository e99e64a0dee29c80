// Writes 5,000 coloured lines, a progress bar and an unfinished line to stderr; the call of `flood` writes them again.
import { serve, text, tool } from './rpc.mjs';

function flood() {
  for (let n = 1; n <= 5_000; n += 1) process.stderr.write(`\x1b[31mline ${n}\x1b[0m ünïcödé 🎭\n`);
  process.stderr.write('10 %\r50 %\r100 %\nno newline at the end');
}

flood();
serve({
  'tools/list': () => ({ tools: [tool('flood')] }),
  'tools/call': () => {
    flood();
    return text('flooded');
  },
});
