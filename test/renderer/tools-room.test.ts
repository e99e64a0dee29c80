import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../preload/contract/app.js';
import type { CallView } from '../../preload/contract/call.js';
import type { RouteInput } from '../../preload/contract/routes.js';
import type { SearchHit, ToolSummary } from '../../preload/contract/tool.js';
import Approvals from '../../renderer/approvals/approvals.svelte';
import { app } from '../../renderer/state.svelte.js';
import { matchedFields } from '../../renderer/tools/tool-rows.js';
import ToolsRoom from '../../renderer/tools/tools-room.svelte';
import { installBridge, type FakeBridge } from './fake-bridge.js';

const snapshot: Snapshot = {
  runtime: { version: '0', electron: '', platform: 'linux', outOfSupport: false, npxFound: true },
  workspace: { path: '/w', display: '/w', trusted: true, consentNeeded: 0 },
  recentFolders: [],
  servers: [],
  problems: [],
  summary: { ready: 1, enabled: 1, tools: 2 },
  mode: 'TRUST',
  theme: 'dark',
  room: 'tools',
  approvals: [],
  calls: [],
  catalogVersion: 1,
};
const summary = (name: string): ToolSummary => ({
  server: 'github',
  name,
  wireName: `mcp__github__${name}`,
  description: `What ${name} does`,
  tokens: { line: 4, full: 40 },
});
const hit = (name: string, score: number): SearchHit => ({ ...summary(name), score, matched: [{ word: 'issue', field: 'name' }] });
const inputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

let bridge: FakeBridge;
let end: (() => void) | undefined;

beforeEach(() => {
  app.snapshot = snapshot;
  app.toolsServer = null;
  bridge = installBridge({
    'tools.list': () => ({ tools: [summary('create_issue'), summary('list_issues')] }),
    'tools.detail': ({ tool }) => ({ ...summary(tool), inputSchema }),
    'tools.search': ({ query, limit }) =>
      query === 'zzz'
        ? { results: [], total: 0, unmatched: ['zzz'], nearest: ['mcp__github__create_issue'], ms: 1 }
        : { results: [hit('list_issues', 9), hit('create_issue', 4)].slice(0, limit), total: 9, unmatched: ['urgent'], nearest: [], ms: 4 },
    'tools.forecast': () => ({ decision: 'ask', rule: 'TRUST: the name contains create' }),
    'tools.run': () => new Promise((resolve) => (end = () => resolve({ kind: 'cancelled', ms: 1 }))),
  });
});
afterEach(() => {
  end?.();
  end = undefined;
  cleanup();
  sessionStorage.clear();
});

const inputs = (route: string): unknown[] => bridge.asked.filter((one) => one.route === route).map(({ input }) => input);
const heading = (name: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name: new RegExp(`github\\s*›\\s*${name}`) });
const searchBox = (): HTMLElement => screen.getByLabelText('Search all tools');

async function search(words: string): Promise<void> {
  await fireEvent.input(searchBox(), { target: { value: words } });
}

describe('the search of the Tools room', () => {
  it('shows all tools while nothing is searched, and looks at the first', async () => {
    render(ToolsRoom);
    await heading('create_issue');
    expect(screen.getByText('2 tools')).toBeTruthy();
  });

  it('says how many were found, which words matched nothing, and offers the weaker ones', async () => {
    render(ToolsRoom);
    await search('issue urgent');
    await screen.findByText(/of 9 tools/);
    expect(screen.getByText('urgent')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Show 7 weaker matches' }));
    await waitFor(() => expect(inputs('tools.search').at(-1)).toEqual({ query: 'issue urgent', limit: 100 }));
  });

  it('offers the nearest names when nothing matches, and searches for the one that is pressed', async () => {
    render(ToolsRoom);
    await search('zzz');
    await fireEvent.click(await screen.findByRole('button', { name: 'mcp__github__create_issue' }));
    await waitFor(() => expect(inputs('tools.search').at(-1)).toMatchObject({ query: 'mcp__github__create_issue' }));
  });

  it('goes through what was found with the arrow keys, from the search box', async () => {
    render(ToolsRoom);
    await search('issue');
    await heading('list_issues');
    await fireEvent.keyDown(searchBox(), { key: 'ArrowDown' });
    await heading('create_issue');
    await fireEvent.keyDown(searchBox(), { key: 'ArrowUp' });
    await heading('list_issues');
  });

  it('goes on to the form with Enter', async () => {
    render(ToolsRoom);
    await search('issue');
    await heading('list_issues');
    await fireEvent.keyDown(searchBox(), { key: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('title')));
  });

  it('asks again when the catalog changed, and searches one server when it is filtered', async () => {
    render(ToolsRoom);
    await heading('create_issue');
    app.snapshot = { ...snapshot, catalogVersion: 2 };
    await waitFor(() => expect(inputs('tools.list')).toEqual([{}, {}]));
    app.toolsServer = 'github';
    await waitFor(() => expect(inputs('tools.list').at(-1)).toEqual({ server: 'github' }));
  });
});

describe('the words that matched', () => {
  it('stand once each, with all their fields', () => {
    const matched: SearchHit['matched'] = [
      { word: 'create', field: 'name' },
      { word: 'create', field: 'description' },
      { word: 'issue', field: 'parameter' },
    ];
    expect(matchedFields(matched)).toEqual([
      { word: 'create', fields: 'name, description' },
      { word: 'issue', fields: 'parameter' },
    ]);
  });
});

describe('running a tool', () => {
  const call: CallView = {
    id: 'c1',
    route: 'person',
    server: 'github',
    tool: 'create_issue',
    args: { title: 'x' },
    at: 0,
    status: 'asking',
  };
  const approval = { ...call, id: 'a1', callId: 'c1', mode: 'TRUST' as const, rule: 'TRUST: the name contains create' };

  it('says beforehand what the gate will say', async () => {
    render(ToolsRoom);
    await heading('create_issue');
    await waitFor(() => expect(screen.getByText(/Asks you first/).textContent).toContain('TRUST: the name contains create'));
  });

  it('sends the arguments with Ctrl+Enter, and offers Cancel meanwhile', async () => {
    render(ToolsRoom);
    await heading('create_issue');
    await fireEvent.input(screen.getByLabelText('title'), { target: { value: 'Hello' } });
    await fireEvent.keyDown(screen.getByLabelText('title'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(inputs('tools.run')).toMatchObject([{ server: 'github', tool: 'create_issue', args: { title: 'Hello' } }]));
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const [run] = inputs('tools.run') as RouteInput<'tools.run'>[];
    await waitFor(() => expect(inputs('calls.cancel')).toEqual([{ callId: run?.callId }]));
  });

  it('does not run JSON that cannot be parsed', async () => {
    render(ToolsRoom);
    await heading('create_issue');
    await fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    await fireEvent.input(await screen.findByLabelText('Arguments'), { target: { value: '{"title": }' } });
    await fireEvent.click(screen.getByRole('button', { name: /^Run/ }));
    await fireEvent.keyDown(screen.getByLabelText('Arguments'), { key: 'Enter', ctrlKey: true });
    expect(inputs('tools.run')).toEqual([]);
    expect(screen.getByText(/^Line 1, column 11:/)).toBeTruthy();
  });

  it('asks in its own column, and nowhere else a second time', async () => {
    render(Approvals);
    app.snapshot = { ...snapshot, calls: [call], approvals: [approval] };
    expect(await screen.findAllByRole('group', { name: /^Question/ })).toHaveLength(1);
    render(ToolsRoom);
    await heading('create_issue');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Run' }).textContent).toContain('Waits for you'));
    await waitFor(() => expect(screen.getAllByRole('group', { name: /^Question/ })).toHaveLength(1));
  });

  it('shows the last call after a reload, with its outcome', async () => {
    app.snapshot = {
      ...snapshot,
      calls: [{ ...call, status: 'ended', outcome: { kind: 'denied', message: 'The person said no to this call.' } }],
    };
    render(ToolsRoom);
    await heading('create_issue');
    expect(await screen.findByText('The person said no to this call.')).toBeTruthy();
    expect(screen.getByText('Denied')).toBeTruthy();
  });
});
