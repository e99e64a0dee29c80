// Lists good tools among bad ones; `everything-bad` as argument lists no good one. Modern where FIXTURE_MODERN is set.
import { serve, text, tool } from './rpc.mjs';

const bad = [
  { name: 'no-schema', description: 'has no schema' },
  { name: 'text-schema', inputSchema: { type: 'string' } },
  { description: 'has no name', inputSchema: { type: 'object' } },
  { name: 'list-schema', inputSchema: [] },
  null,
];
const good = [
  tool('good'),
  { ...tool('broken-output'), outputSchema: 'not a schema' },
  { name: 'no-type', description: 7, inputSchema: { properties: { a: { type: 'string' } } } },
  tool('good'),
];
const modern = {
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  }),
};
serve({
  ...(process.env.FIXTURE_MODERN ? modern : {}),
  'tools/list': () => ({ tools: process.argv.includes('everything-bad') ? bad : [...bad, ...good] }),
  'tools/call': () => text('called'),
});
