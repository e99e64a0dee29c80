// Lists tools in pages. FIXTURE_PAGES: `three` ends well, `empty` ends with an empty cursor, `repeat` gives the same cursor again and again,
// `endless` never ends, `broken` answers the second page with an error.
import { serve, text, tool } from './rpc.mjs';

const mode = process.env.FIXTURE_PAGES;
const ends = { three: [undefined, 3], empty: ['', 3], repeat: ['page-2', 2], endless: [null, Infinity], broken: [undefined, Infinity] };
const [last, pages] = ends[mode];

serve({
  'tools/list': (params) => {
    const page = Number(/\d+/.exec(params?.cursor ?? 'page-1')[0]);
    if (mode === 'broken' && page === 2) return { tools: 'none' };
    const tools = [tool(`tool-${page}a`), tool(`tool-${page}b`)];
    const nextCursor = page >= pages ? last : `page-${page + 1}`;
    return nextCursor === undefined ? { tools } : { tools, nextCursor };
  },
  'tools/call': () => text('done'),
});
