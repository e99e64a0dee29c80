// Exits with code 3 in the middle of the call of `crash`; writes a line to FIXTURE_FILE first where that is set.
import { appendFileSync } from 'node:fs';
import { serve, text, tool } from './rpc.mjs';

serve({
  'tools/list': () => ({ tools: [tool('crash'), tool('echo', { text: { type: 'string' } })] }),
  'tools/call': (params) => {
    if (params.name === 'echo') return text(params.arguments?.text ?? '');
    if (process.env.FIXTURE_FILE) appendFileSync(process.env.FIXTURE_FILE, 'acted\n');
    console.error('about to crash');
    console.error('Error: the database went away');
    process.exit(3);
  },
});
