// Reads and answers nothing for FIXTURE_DELAY milliseconds, or for ever where that is `never`; a modern server where FIXTURE_MODERN is set.
import { serve, text, tool } from './rpc.mjs';

const delay = process.env.FIXTURE_DELAY;
const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'slow', version: '1.0.0' } };
const discovery = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta: meta };
const modern = {
  'server/discover': () => discovery,
  initialize: (_params, id) => void refuse(id),
  'tools/list': () => ({ resultType: 'complete', tools: [tool('hello')], _meta: meta }),
};

function refuse(id) {
  const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error }) + '\n');
}

if (delay === 'never') setInterval(() => undefined, 1_000);
else {
  setTimeout(() => {
    const legacy = { 'tools/list': () => ({ tools: [tool('hello')] }), 'tools/call': () => text('hello') };
    serve(process.env.FIXTURE_MODERN ? modern : legacy);
  }, Number(delay));
}
