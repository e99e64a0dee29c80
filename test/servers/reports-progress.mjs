// Tools that take long: `steps` reports progress every 100 ms for `count` times, `for-ever` never stops, `silent` never answers.
// Appends `<tool> token` or `<tool> no-token` at each call, and `cancelled <reason>` at each cancel, to FIXTURE_FILE.
import { appendFileSync } from 'node:fs';
import { send, serve, text, tool } from './rpc.mjs';

const note = (line) => appendFileSync(process.env.FIXTURE_FILE, `${line}\n`);
serve({
  'tools/list': () => ({ tools: [tool('steps', { count: { type: 'number' } }), tool('for-ever'), tool('silent')] }),
  'notifications/cancelled': (params) => note(`cancelled ${params.requestId}`),
  'tools/call': (params, id) => {
    const progressToken = params._meta?.progressToken;
    note(`${params.name} ${progressToken === undefined ? 'no-token' : 'token'}`);
    if (params.name === 'silent') return;
    const total = params.name === 'steps' ? params.arguments.count : Infinity;
    let progress = 0;
    const timer = setInterval(() => {
      progress += 1;
      send({ method: 'notifications/progress', params: { progressToken, progress, message: `step ${progress}` } });
      if (progress < total) return;
      clearInterval(timer);
      send({ id, result: text(`${progress} steps`) });
    }, 100);
  },
});
