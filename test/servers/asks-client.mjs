// Asks the client back: the call of `ask` sends the request named by `method` and answers with what the client said.
// Sends one log message when it is initialized.
import { createInterface } from 'node:readline';
import { initializeResult, send, text, tool } from './rpc.mjs';

const open = new Map();
const answers = {
  initialize: (params) => initializeResult(params, 'asks-client'),
  'tools/list': () => ({ tools: [tool('ask', { method: { type: 'string' } })] }),
};
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === 'notifications/initialized') {
      send({ method: 'notifications/message', params: { level: 'warning', logger: 'fixture', data: 'hello from the server' } });
    } else if (method === 'tools/call') {
      open.set(`ask-${id}`, id);
      const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
      send({ id: `ask-${id}`, method: params.arguments.method, params: { messages, maxTokens: 1 } });
    } else if (method === undefined && open.has(id)) {
      send({ id: open.get(id), result: text(JSON.stringify(result ?? error)) });
    } else if (method !== undefined && id !== undefined) {
      if (answers[method]) send({ id, result: answers[method](params) });
      else send({ id, error: { code: -32601, message: 'Method not found' } });
    }
  })
  .on('close', () => process.exit(0));
