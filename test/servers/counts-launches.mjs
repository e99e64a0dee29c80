// Appends its pid to FIXTURE_LAUNCHES at each launch.
import { appendFileSync } from 'node:fs';
import { serve, text, tool } from './rpc.mjs';

appendFileSync(process.env.FIXTURE_LAUNCHES, `${process.pid}\n`);
serve({ 'tools/list': () => ({ tools: [tool('hello')] }), 'tools/call': () => text('hello') });
