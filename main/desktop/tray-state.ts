import type { Snapshot } from '../../preload/contract/app.js';
import type { ServerState } from '../../preload/contract/server.js';

/** What one icon can say of all servers, worst first. */
export type TrayState = 'failed' | 'attention' | 'busy' | 'calm';

const severity: Readonly<Record<ServerState['kind'], TrayState>> = {
  failed: 'failed',
  invalid: 'failed',
  'needs-sign-in': 'attention',
  'needs-client-id': 'attention',
  'needs-consent': 'attention',
  'untrusted-folder': 'attention',
  starting: 'busy',
  stopping: 'busy',
  ready: 'calm',
  disabled: 'calm',
  stopped: 'calm',
};

const order: readonly TrayState[] = ['failed', 'attention', 'busy', 'calm'];

const words: Readonly<Record<ServerState['kind'], string>> = {
  ready: 'Ready',
  starting: 'Starting',
  stopping: 'Stopping',
  failed: 'Failed',
  invalid: 'Invalid',
  disabled: 'Disabled',
  stopped: 'Stopped',
  'untrusted-folder': 'Untrusted folder',
  'needs-sign-in': 'Needs sign-in',
  'needs-client-id': 'Needs client id',
  'needs-consent': 'Waits for you',
};

/** What the tray shows of a snapshot. */
export interface TrayView {
  readonly state: TrayState;
  readonly summary: string;
  readonly servers: readonly { readonly name: string; readonly label: string; readonly canRestart: boolean }[];
}

/** Pure: the tray's icon, tooltip and lines for one snapshot. */
export function trayView({ servers, summary, workspace }: Snapshot): TrayView {
  const present = new Set(servers.map((card) => severity[card.state.kind]));
  const { ready, enabled, tools } = summary;
  return {
    state: order.find((state) => present.has(state)) ?? 'calm',
    summary: workspace === null ? 'No folder is open' : `${String(ready)} of ${String(enabled)} servers ready, ${String(tools)} tools`,
    servers: servers.map(({ name, state, disabled }) => ({
      name,
      label: `${name}: ${words[state.kind]}`,
      canRestart: !disabled && ['ready', 'failed', 'stopped'].includes(state.kind),
    })),
  };
}
