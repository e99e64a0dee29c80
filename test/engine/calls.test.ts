import { describe, expect, it } from 'vitest';
import type { CallView } from '../../preload/contract/call.js';
import { Calls, type CallParts, type CallRequest } from '../../main/engine/calls.js';
import { limits } from '../../main/limits.js';

const request = (callId = 'a'): CallRequest => ({ callId, route: 'person', server: 's', tool: 't', args: { path: 'x' } });
const result = { blocks: [], isError: false, bytes: 2, resultId: 'r' };
const allow: CallParts['clear'] = ({ args }) => Promise.resolve({ allowed: true, approvedBy: 'a rule', args });

function calls(parts: Partial<CallParts>): { all: Calls; seen: CallView[] } {
  const seen: CallView[] = [];
  const all = new Calls({ clear: allow, send: () => Promise.resolve({ result, ms: 7 }), ...parts }, (view) => seen.push(view));
  return { all, seen };
}

/** Resolves never by itself; rejects when the call is cancelled. */
const untilAborted: CallParts['send'] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true }));

describe('a call', () => {
  it('is asked, runs and ends with who approved it and the server’s own time', async () => {
    const { all, seen } = calls({});
    expect(await all.run(request())).toEqual({ kind: 'done', result, ms: 7, approvedBy: 'a rule' });
    expect(seen.map(({ status }) => status)).toEqual(['asking', 'running', 'ended']);
  });

  it('sends the gate’s copy of the arguments, not the caller’s object', async () => {
    const sent: unknown[] = [];
    const { all } = calls({
      clear: () => Promise.resolve({ allowed: true, approvedBy: '', args: { path: 'shown' } }),
      send: ({ args }) => {
        sent.push(args);
        return Promise.resolve({ result, ms: 1 });
      },
    });
    await all.run(request());
    expect(sent).toEqual([{ path: 'shown' }]);
  });

  it('reaches no server when the gate says no', async () => {
    let reached = false;
    const { all } = calls({
      clear: () => Promise.resolve({ allowed: false, outcome: { kind: 'denied', message: 'no' } }),
      send: () => {
        reached = true;
        return Promise.resolve({ result, ms: 1 });
      },
    });
    expect(await all.run(request())).toEqual({ kind: 'denied', message: 'no' });
    expect(reached).toBe(false);
  });

  it('that was cancelled while it was asked never reaches the server, even if the yes comes later', async () => {
    let reached = false;
    const { all } = calls({
      clear: async (asked) => {
        all.cancel('a');
        return allow(asked, new AbortController().signal);
      },
      send: () => {
        reached = true;
        return Promise.resolve({ result, ms: 1 });
      },
    });
    expect((await all.run(request())).kind).toBe('cancelled');
    expect(reached).toBe(false);
  });

  it('under an id that still runs is refused', async () => {
    const { all } = calls({ send: untilAborted });
    const first = all.run(request());
    expect(await all.run(request())).toMatchObject({ kind: 'blocked', code: 'duplicate-call' });
    all.cancelAll();
    expect((await first).kind).toBe('cancelled');
  });

  it('that fails tells the code, the message and the stderr tail', async () => {
    const failure = Object.assign(new Error('It crashed.'), { code: 'server-crashed', stderrTail: ['last words'] });
    const { all } = calls({ send: () => Promise.reject(failure) });
    expect(await all.run(request())).toMatchObject({
      kind: 'failed',
      code: 'server-crashed',
      message: 'It crashed.',
      stderrTail: ['last words'],
    });
  });

  it('is forgotten when enough later ones have ended', async () => {
    const { all } = calls({});
    for (let at = 0; at < limits.callsKept + 5; at += 1) await all.run(request(String(at)));
    expect(all.list()).toHaveLength(limits.callsKept);
    expect(all.list()[0]?.id).toBe('5');
  });
});
