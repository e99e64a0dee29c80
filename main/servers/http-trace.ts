import type { FetchLike } from '@modelcontextprotocol/client';
import { limits } from '../limits.js';

/** A request that was answered with an error status. */
export interface HttpRefusal {
  readonly status: number;
  /** The start of the answer's text, on one line; empty when there is none, or when it is a page of HTML. */
  readonly text: string;
}

/**
 * A `fetch` that remembers how the POSTs of a handshake were refused. The SDK's errors differ in what they keep of an answer:
 * which request was refused decides the transport (PITFALLS P13), and its first text is what helps the person.
 */
export class HttpTrace {
  private readonly refusals = new Map<string, HttpRefusal>();

  /** How the POST of this JSON-RPC method was refused first. */
  refusal(method: string): HttpRefusal | undefined {
    return this.refusals.get(method);
  }

  /** How any POST was refused with one of these statuses, the first such. */
  refusedWith(...statuses: readonly number[]): HttpRefusal | undefined {
    return [...this.refusals.values()].find(({ status }) => statuses.includes(status));
  }

  readonly fetch: FetchLike = async (url, init) => {
    const response = await fetch(url, init);
    const method = init?.method === 'POST' ? rpcMethod(init.body) : init?.method === 'GET' ? undefined : 'sse';
    if (!response.ok && method !== undefined && !this.refusals.has(method)) {
      this.refusals.set(method, { status: response.status, text: await startOfText(response.clone()) });
    }
    return response;
  };
}

function rpcMethod(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || !('method' in message) || typeof message.method !== 'string') return undefined;
  return message.method;
}

async function startOfText(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('html') === true) return '';
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < limits.httpErrorTextChars) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The status alone is told when the rest of the answer cannot be read.
  }
  // Not awaited: the other branch of the clone may never be read, and cancelling waits for both.
  reader.cancel().catch(() => undefined);
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, limits.httpErrorTextChars);
}
