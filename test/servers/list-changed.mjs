// Grows one tool at each call of `grow` and says so five times in a row; counts how often it is listed on stderr.
import { send, serve, text, tool } from './rpc.mjs';

const names = ['grow'];
serve({
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'list-changed', version: '1.0.0' },
  }),
  'tools/list': () => {
    console.error('listed');
    return { tools: names.map((name) => tool(name)) };
  },
  'tools/call': () => {
    names.push(`grown-${names.length}`);
    for (let n = 0; n < 5; n += 1) send({ method: 'notifications/tools/list_changed' });
    return text('grown');
  },
});
