import { expect, test } from 'vitest';
import { Approvals } from '../../main/trust/approvals.js';
import { CallGate, type CallGateOptions, type GatedCall, type GateRecord, type GateState } from '../../main/trust/call-gate.js';
import type { ApprovalAnswer, Mode } from '../../preload/contract/call.js';
import type { JsonObject } from '../../preload/contract/tool.js';

interface Stage {
  readonly gate: CallGate;
  readonly approvals: Approvals;
  readonly records: GateRecord[];
  state: GateState;
  identity: string;
  hash: string;
}

function stage(change: Partial<CallGateOptions> & { mode?: Mode; folderTrusted?: boolean } = {}): Stage {
  const approvals = new Approvals({ onChange: () => undefined });
  const records: GateRecord[] = [];
  const { mode = 'SAFE', folderTrusted = true, ...options } = change;
  const gate = new CallGate({
    state: () => set.state,
    home: '/home/me',
    subject: (_, tool) => (tool === 'gone' ? undefined : { serverIdentity: set.identity, toolHash: set.hash }),
    approvals,
    interactive: true,
    onDecision: (record) => records.push(record),
    readLink: () => undefined,
    ...options,
  });
  const set: Stage = { gate, approvals, records, state: { mode, folderTrusted, workspace: '/w' }, identity: 'i', hash: 'h' };
  return set;
}

const call = (tool: string, args: JsonObject = {}, change: Partial<GatedCall> = {}): GatedCall => ({
  callId: 'c',
  route: 'direct',
  kind: 'mcp',
  server: 's',
  tool,
  args,
  ...change,
});
const never = new AbortController().signal;

/** Checks a call and answers the question that it must put. */
async function answered({ gate, approvals }: Stage, gated: GatedCall, answer: ApprovalAnswer) {
  const checking = gate.check(gated, never);
  const [question] = approvals.pending();
  expect(question).toBeDefined();
  approvals.answer(question?.id ?? '', answer);
  return checking;
}

const forecast = (mode: Mode, tool: string, args: JsonObject = {}): string => {
  const decision = stage({ mode }).gate.forecast(call(tool, args));
  return decision.decision === 'blocked' ? decision.code : `${decision.decision}: ${decision.rule}`;
};

test('the table of modes', () => {
  expect(forecast('SAFE', 'read')).toBe('ask: SAFE: asks before every tool call');
  expect(forecast('TRUST', 'read')).toMatch(/^run/);
  expect(forecast('TRUST', 'create_directory')).toBe('ask: TRUST: the name contains create');
  for (const mode of ['FULL', 'YOLO'] as const) expect(forecast(mode, 'delete', { path: '.greenroom/mcp.json' })).toMatch(/^run/);
  for (const mode of ['SAFE', 'TRUST'] as const) {
    expect(forecast(mode, 'move', { to: ['.mcp.json'] })).toBe('ask: Touches .mcp.json, which decides what runs here');
  }
  expect(forecast('FULL', 'gone')).toBe('unknown-tool');
});

test.each(['write', 'insert', 'update', 'delete', 'create', 'drop', 'push', 'exec', 'post'])(
  'TRUST asks where the name contains %s',
  (word) => {
    for (const tool of [word, `x_${word.toUpperCase()}s`, `${word.slice(0, 2)}\u200b${word.slice(2)}`])
      expect(forecast('TRUST', tool)).toMatch(/^ask/);
  },
);

test('TRUST looks at the tool’s own name, not at the server’s', () => {
  expect(stage({ mode: 'TRUST' }).gate.forecast(call('read', {}, { server: 'postgres' })).decision).toBe('run');
});

test('P40 in an untrusted folder every mode and every route is blocked', async () => {
  for (const mode of ['SAFE', 'TRUST', 'FULL', 'YOLO'] as const) {
    for (const route of ['direct', 'call_tool', 'native', 'code', 'person', 'cli'] as const) {
      const clearance = await stage({ mode, folderTrusted: false }).gate.check(call('read', {}, { route }), never);
      expect(clearance).toMatchObject({ allowed: false, outcome: { kind: 'blocked', code: 'untrusted-folder' } });
    }
  }
});

test('P41 a yes for once holds for exactly the arguments that were shown', async () => {
  const set = stage();
  const args = { path: 'a' };
  const checking = set.gate.check(call('write', args), never);
  args.path = 'b';
  const [question] = set.approvals.pending();
  expect(question).toMatchObject({ tool: 'write', args: { path: 'a' }, rule: 'SAFE: asks before every tool call' });
  expect(() => Object.assign(question?.args ?? {}, { path: 'c' })).toThrow(TypeError);
  set.approvals.answer(question?.id ?? '', { kind: 'once' });
  expect(await checking).toMatchObject({ allowed: true, approvedBy: 'You, this once', args: { path: 'a' } });
  expect(set.gate.forecast(call('write', { path: 'a' })).decision).toBe('ask');
});

test('P41 a grant for one tool is none for the server’s other tools, nor for another server’s tool of that name', async () => {
  const set = stage();
  await answered(set, call('write'), { kind: 'conversation' });
  expect(set.gate.forecast(call('write', { any: 'arguments' })).decision).toBe('run');
  for (const other of [call('read'), call('write', {}, { server: 't' })]) expect(set.gate.forecast(other).decision).toBe('ask');
});

test('P41 a grant goes when the server’s definition or the tool changes', async () => {
  const set = stage();
  await answered(set, call('write'), { kind: 'conversation' });
  set.identity = 'another address behind the same name';
  expect(set.gate.forecast(call('write')).decision).toBe('ask');
  set.identity = 'i';
  set.hash = 'another description';
  expect(set.gate.forecast(call('write')).decision).toBe('ask');
});

test('P41 a grant for the conversation does not cover protected paths', async () => {
  const set = stage();
  await answered(set, call('write'), { kind: 'conversation' });
  expect(set.gate.forecast(call('write', { path: '.greenroom/mcp.json' })).decision).toBe('ask');
});

test('P41 all routes get the same decision', () => {
  const routes = ['direct', 'call_tool', 'native', 'code', 'person', 'cli'] as const;
  const { gate } = stage({ mode: 'TRUST' });
  expect(new Set(routes.map((route) => JSON.stringify(gate.forecast(call('push', {}, { route }))))).size).toBe(1);
});

test('a yes to a tool that changed while the question was open does not run the new one', async () => {
  const set = stage();
  const checking = set.gate.check(call('write'), never);
  set.hash = 'changed';
  set.approvals.answer(set.approvals.pending()[0]?.id ?? '', { kind: 'conversation' });
  expect(await checking).toMatchObject({ allowed: false, outcome: { code: 'changed-while-asking' } });
  expect(set.gate.forecast(call('write')).decision).toBe('ask');
});

test('a no reaches the caller with its word; a second or unknown answer is refused', async () => {
  const set = stage();
  const checking = set.gate.check(call('write'), never);
  const id = set.approvals.pending()[0]?.id ?? '';
  expect(set.approvals.answer('unknown', { kind: 'once' })).toMatchObject({ ok: false, problem: { code: 'unknown-approval' } });
  expect(set.approvals.answer(id, { kind: 'deny', word: 'use staging' }).ok).toBe(true);
  expect(set.approvals.answer(id, { kind: 'once' }).ok).toBe(false);
  expect(await checking).toMatchObject({ allowed: false, outcome: { kind: 'denied', message: /use staging/ } });
});

test('an aborted call withdraws its question, and closing the folder withdraws all and drops grants', async () => {
  const set = stage();
  await answered(set, call('read'), { kind: 'conversation' });
  const abort = new AbortController();
  const aborted = set.gate.check(call('write'), abort.signal);
  abort.abort();
  expect(set.approvals.pending()).toEqual([]);
  const closed = set.gate.check(call('write'), never);
  set.approvals.clear();
  for (const clearance of [await aborted, await closed]) expect(clearance).toMatchObject({ allowed: false, outcome: { kind: 'denied' } });
  expect(set.gate.forecast(call('read')).decision).toBe('ask');
});

test('where nobody can be asked, the refusal names server, tool, rule and what to do', async () => {
  const set = stage({ mode: 'TRUST', interactive: false, refusalHint: 'Use --mode FULL.' });
  const clearance = await set.gate.check(call('write_file', {}, { server: 'filesystem' }), never);
  const message =
    'filesystem › write_file was not called: it needs a yes and nobody can be asked here. TRUST: the name contains write. Use --mode FULL.';
  expect(clearance).toEqual({ allowed: false, outcome: { kind: 'blocked', code: 'needs-approval', message } });
  expect(set.approvals.pending()).toEqual([]);
});

test('each check leaves one record', async () => {
  const set = stage({ mode: 'TRUST' });
  await set.gate.check(call('read'), never);
  await answered(set, call('write'), { kind: 'once' });
  await answered(set, call('write'), { kind: 'deny' });
  await set.gate.check(call('gone'), never);
  await set.gate.check(call('list_tools', {}, { kind: 'meta' }), never);
  expect(set.records.map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ['read', 'run'],
    ['write', 'once'],
    ['write', 'denied'],
    ['gone', 'blocked'],
    ['list_tools', 'run'],
  ]);
});
