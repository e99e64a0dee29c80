// Serves until the call of `exit`, or at once with the code in FIXTURE_CODE.
import { serve, text, tool } from './rpc.mjs';

if (process.env.FIXTURE_CODE) {
  console.error('could not start');
  process.exit(Number(process.env.FIXTURE_CODE));
}
serve({
  'tools/list': () => ({ tools: [tool('exit', { code: { type: 'number' } }), tool('hello')] }),
  'tools/call': (params) => (params.name === 'exit' ? process.exit(params.arguments?.code ?? 0) : text('hello')),
});
