// The least of a server on stdio: reads lines, answers requests from a table of handlers.
import { createInterface } from 'node:readline';

/** Writes one frame. */
export function send(message) {
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
}

/** What a legacy server answers to `initialize`. */
export function initializeResult(params, name = 'fixture') {
  return {
    protocolVersion: params?.protocolVersion ?? '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name, version: '1.0.0' },
  };
}

/** One plain tool for `tools/list`. */
export function tool(name, properties = {}) {
  return { name, description: `The tool ${name}`, inputSchema: { type: 'object', properties } };
}

/** One text for `tools/call`. */
export function text(value) {
  return { content: [{ type: 'text', text: String(value) }] };
}

/**
 * Answers requests: `handlers[method](params, id)` gives the result, or undefined for no answer at all.
 * Unknown methods get -32601, as a legacy server answers `server/discover`. Ends when stdin ends.
 */
export function serve(handlers, { onEnd = () => process.exit(0) } = {}) {
  const all = { initialize: (params) => initializeResult(params), ping: () => ({}), ...handlers };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === undefined) return;
    const handler = all[method];
    if (id === undefined) return void handler?.(params);
    if (!handler) return send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
    const result = await handler(params, id);
    if (result !== undefined) send({ id, result });
  });
  lines.on('close', onEnd);
}
