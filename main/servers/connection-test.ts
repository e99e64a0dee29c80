import { limits } from '../limits.js';
import { Supervisor, type ServerSpec, type SupervisorOptions } from './supervisor.js';

/** What trying a server out came to. */
export interface ConnectionTest {
  readonly ok: boolean;
  /** One or two sentences for the person. */
  readonly message: string;
  /** Names, in the server's order. */
  readonly tools: readonly string[];
  /** Its last stderr lines, oldest first. */
  readonly stderrTail: readonly string[];
}

/** Starts a server beside all others, lists its tools and stops it; leaves no process behind. An abort ends it at once. Never rejects. */
export async function testConnection(
  spec: ServerSpec,
  options: Omit<SupervisorOptions, 'onChange' | 'onToolsChanged'>,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const supervisor = new Supervisor({ ...options, onChange: () => undefined, onToolsChanged: () => undefined });
  const end = (): void => void supervisor.stopAll({ reason: 'by-person', force: true });
  signal.addEventListener('abort', end, { once: true });
  try {
    await supervisor.start(spec);
    const status = supervisor.status(spec.name);
    const stderr = supervisor.log(spec.name).filter(({ from }) => from === 'stderr');
    return {
      ok: status?.state.kind === 'ready',
      message: messageOf(status),
      tools: status?.tools.map(({ name }) => name) ?? [],
      stderrTail: stderr.slice(-limits.stderrTailLines).map(({ text }) => text),
    };
  } finally {
    signal.removeEventListener('abort', end);
    await supervisor.stopAll({ reason: 'by-person' });
  }
}

function messageOf(status: ReturnType<Supervisor['status']>): string {
  if (status === undefined) return 'It was not started.';
  const { state, tools, rejectedTools } = status;
  if (state.kind === 'needs-sign-in') return state.message;
  if (state.kind === 'failed') return [state.failure.headline, state.failure.hint].filter((text) => text !== '').join(' ');
  if (state.kind !== 'ready') return `It is ${state.kind}.`;
  const bad = rejectedTools.length === 0 ? '' : `, ${rejectedTools.length} more cannot be used`;
  return `Connected: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}${bad}, protocol ${state.protocol}.`;
}
