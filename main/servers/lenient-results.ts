import type { JSONRPCMessage } from '@modelcontextprotocol/client';

type Method = 'tools/list' | 'tools/call';

/** Where a result travels through the SDK untouched; no server can set it, since the whole `_meta` is ours. */
const rawKey = 'greenroom/raw-result';

/** The least that the SDK takes for a result of MCP 2026-07-28. */
const accepted: Readonly<Record<Method, Record<string, unknown>>> = {
  'tools/list': { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' },
  'tools/call': { resultType: 'complete', content: [] },
};

/**
 * Carries the results of `tools/list` and `tools/call` past the SDK's schemas: in the era of 2026-07-28 they are checked whatever
 * the caller says, and one bad tool or one new kind of content would cost everything else (PITFALLS P26). Sits in the
 * transport, sees each message once; `rawResult` on the far side takes the result out again.
 */
export class LenientResults {
  private readonly open = new Map<string | number, Method>();

  sent(message: JSONRPCMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    if (message.method === 'tools/list' || message.method === 'tools/call') this.open.set(message.id, message.method);
  }

  /** The message to hand to the SDK in place of the one that came. */
  received(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message;
    const method = this.open.get(message.id);
    this.open.delete(message.id);
    if (method === undefined || !('result' in message)) return message;
    const raw: unknown = message.result;
    // The server asks back before it answers: that is the SDK's to carry on.
    if (isObject(raw) && raw['resultType'] === 'input_required') return message;
    return { ...message, result: { ...accepted[method], _meta: { [rawKey]: { raw } } } };
  }
}

/** The server's own result, as it came. */
export function rawResult(result: unknown): unknown {
  const meta = isObject(result) ? result['_meta'] : undefined;
  const carrier = isObject(meta) ? meta[rawKey] : undefined;
  return isObject(carrier) ? carrier['raw'] : result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
