// Answers with what is hard to show: `text` 5 MB, `line` 200,000 characters without a break, `image` 12 MB, `odd` kinds that nobody knows,
// `unstructured` text only although it has an output schema, `not-a-result` no content at all.
import { serve, tool } from './rpc.mjs';

const results = {
  text: () => ({ content: [{ type: 'text', text: 'line of text with ünïcödé 🎭\n'.repeat(160_000) }] }),
  line: () => ({ content: [{ type: 'text', text: 'x'.repeat(200_000) }] }),
  image: () => ({ content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(12_000_000, 7).toString('base64') }] }),
  odd: () => ({ content: [{ type: 'hologram', beams: 3 }, 'just text', { type: 'text', text: 'fine' }, null], isError: true }),
  unstructured: () => ({ content: [{ type: 'text', text: 'only text' }] }),
  'not-a-result': () => 'a string',
};
serve({
  'tools/list': () => ({
    tools: Object.keys(results).map((name) => ({ ...tool(name), outputSchema: { type: 'object', required: ['a'] } })),
  }),
  'tools/call': (params) => results[params.name](),
});
