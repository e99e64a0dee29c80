// Never answers `server/discover`; serves `initialize` on the same process. Appends a line a launch to FIXTURE_LAUNCHES.
import { appendFileSync } from 'node:fs';
import { serve, text, tool } from './rpc.mjs';

if (process.env.FIXTURE_LAUNCHES) appendFileSync(process.env.FIXTURE_LAUNCHES, `${process.pid}\n`);
serve({
  'server/discover': () => undefined,
  'tools/list': () => ({ tools: [tool('hello')] }),
  'tools/call': () => text('hello'),
});
