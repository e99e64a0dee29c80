// Exits with code 1 when `server/discover` arrives; an `initialize` as the first request is served. Appends a line a launch to FIXTURE_LAUNCHES.
import { appendFileSync } from 'node:fs';
import { initializeResult, serve, text, tool } from './rpc.mjs';

if (process.env.FIXTURE_LAUNCHES) appendFileSync(process.env.FIXTURE_LAUNCHES, `${process.pid}\n`);
// `always`: never gets as far as answering anything
const exit = () => {
  console.error('unsupported first message');
  process.exit(1);
};
serve({
  'server/discover': exit,
  initialize: process.argv.includes('always') ? exit : (params) => initializeResult(params, 'exits-before-initialize'),
  'tools/list': () => ({ tools: [tool('hello')] }),
  'tools/call': () => text('hello'),
});
