import { z } from 'zod';

/** What the process table says of one live process. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Process group and session; 0 where the system has none or does not tell. */
  readonly group: number;
  readonly session: number;
  /**
   * When it started, in the unit of the platform (Linux: clock ticks since boot, macOS: epoch seconds, Windows: epoch
   * milliseconds): compared with other values of the same machine only. Pid and start time together name one process for good.
   */
  readonly started: number;
  readonly name: string;
  /** Value of our marker in its environment; only Linux tells. */
  readonly marker?: string;
}

/**
 * A line of `/proc/<pid>/stat` (proc_pid_stat(5)). The name may hold spaces, parentheses and line breaks, so it ends at
 * the *last* closing parenthesis. Undefined for what is no such line, and for zombies, which run nothing, unless asked for.
 */
export function parseProcStat(text: string, options: { readonly zombies?: boolean } = {}): ProcessFacts | undefined {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const rest = text
    .slice(close + 1)
    .trim()
    .split(/\s+/);
  const [state = '', parent, group, session] = rest;
  // field 22 of the line: two stand before the state, which is field 3
  const numbers = [text.slice(0, open).trim(), parent, group, session, rest[19]].map(Number);
  const isDead = state === 'Z' || state === 'X';
  if ((isDead && options.zombies !== true) || !numbers.every(Number.isSafeInteger)) return undefined;
  const [pid = 0, parentPid = 0, groupId = 0, sessionId = 0, started = 0] = numbers;
  return { pid, parent: parentPid, group: groupId, session: sessionId, started, name: text.slice(open + 1, close) };
}

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.*)$/;

/** Output of `ps -axo pid=,ppid=,pgid=,stat=,lstart=,comm=` in the C locale; zombies and other lines are left out. */
export function parsePsOutput(text: string): ProcessFacts[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', lstart = '', name = ''] = psLine.exec(line) ?? [];
    const started = Date.parse(lstart) / 1_000;
    if (pid === undefined || state.startsWith('Z') || Number.isNaN(started)) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, started, name: name.trim() }];
  });
}

const CimProcess = z.object({
  ProcessId: z.number().int(),
  ParentProcessId: z.number().int(),
  Name: z.string().nullish(),
  Started: z.number().int(),
});

/** The JSON of our `Get-CimInstance Win32_Process` query; entries without a start time (system processes) are left out. */
export function parseCimJson(text: string): ProcessFacts[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
    const parsed = CimProcess.safeParse(entry);
    if (!parsed.success) return [];
    const { ProcessId, ParentProcessId, Name, Started } = parsed.data;
    return [{ pid: ProcessId, parent: ParentProcessId, group: 0, session: 0, started: Started, name: Name ?? '' }];
  });
}
