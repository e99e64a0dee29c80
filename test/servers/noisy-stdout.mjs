// Writes what is no frame to stdout: a banner, a blank line, a byte order mark, a half line right before the first frame, later a log line.
import { initializeResult, send, serve, text, tool } from './rpc.mjs';

process.stdout.write('Welcome to noisy 1.0\r\n\n\uFEFF\n{"level":"info"}\nLoading 10%\rLoading 100% ');
serve({
  initialize: (params) => initializeResult(params, 'noisy'),
  'tools/list': () => ({ tools: [tool('hello')] }),
  'tools/call': (_params, id) => {
    process.stdout.write('[info] handling a call\n');
    send({ id, result: text('grüße 🎭') });
  },
});
