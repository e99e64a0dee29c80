import type { EngineCore } from './core.js';
import type { Handlers } from './handlers.js';
import { RouteError } from './route-error.js';

type ToolRoutes =
  'tools.list' | 'tools.detail' | 'tools.search' | 'tools.run' | 'tools.forecast' | 'calls.cancel' | 'calls.result' | 'approvals.answer';

/** Routes about the catalog, calls and open questions. */
export function toolRoutes(core: EngineCore): Handlers<ToolRoutes> {
  // The catalog shows names without hidden characters; the gate and the server get the tool's own.
  const ownName = (server: string, shown: string): string => core.catalog.find(server, shown)?.tool.name ?? shown;
  return {
    'tools.list': ({ server }) => ({ tools: core.catalog.list(server) }),
    'tools.detail': ({ server, tool }) => core.catalog.detail(server, tool) ?? null,
    'tools.search': ({ query, server, limit }) => core.catalog.search(query, { limit, ...(server === undefined ? {} : { server }) }),
    'tools.run': ({ callId, server, tool, args }) =>
      core.calls.run({ callId, route: core.options.callRoute ?? 'person', server, tool, args }),
    'tools.forecast': ({ server, tool, args }) => {
      const forecast = core.gate.forecast({ callId: 'forecast', route: 'person', kind: 'mcp', server, tool: ownName(server, tool), args });
      return forecast.decision === 'blocked' ? { decision: 'blocked', rule: forecast.message } : forecast;
    },
    'calls.cancel': ({ callId }) => {
      core.calls.cancel(callId);
      return {};
    },
    'calls.result': async ({ resultId, offset, limit }) => {
      const range = await core.requireSession().supervisor.readResult(resultId, offset, limit);
      if (range === undefined) throw new RouteError('result-gone', 'That result is no longer kept. Run the tool again to see it whole.');
      return range;
    },
    'approvals.answer': ({ id, answer }) => {
      const answered = core.approvals.answer(id, answer);
      if (!answered.ok) throw new RouteError(answered.problem.code, answered.problem.message);
      return {};
    },
  };
}
