// Appends a line to FIXTURE_FILE as soon as it runs, and one for each call: proof that it was started, or called.
import { appendFileSync } from 'node:fs';
import { serve, text, tool } from './rpc.mjs';

const file = process.env.FIXTURE_FILE ?? process.argv[2];
appendFileSync(file, 'started\n');
serve({
  'tools/list': () => ({ tools: [tool('write_note'), tool('read_note')] }),
  'tools/call': (params) => {
    appendFileSync(file, `called ${params.name}\n`);
    return text('done');
  },
});
