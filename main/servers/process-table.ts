import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseCimJson, parseProcStat, parsePsOutput, type ProcessFacts } from './process-facts.js';

export type { ProcessFacts } from './process-facts.js';

const run = promisify(execFile);

/** The variable that every process we start inherits; its value is unique to a launch. */
export const markerVariable = 'GREENROOM_MARKER';

const listingBytes = 32 * 1_024 * 1_024;

/** The value of our marker in a `/proc/<pid>/environ`, where the process lets us read it. */
async function linuxMarker(pid: number): Promise<string | undefined> {
  try {
    const environ = await readFile(`/proc/${pid}/environ`, 'latin1');
    const entry = environ.split('\0').find((text) => text.startsWith(`${markerVariable}=`));
    return entry?.slice(markerVariable.length + 1);
  } catch {
    // gone, or another person's: nothing that could be proven ours
    return undefined;
  }
}

async function linuxProcess(pid: number): Promise<ProcessFacts | undefined> {
  try {
    return parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** One process, or undefined when no live process has that pid. A zombie counts as gone: it runs nothing. */
export async function processByPid(pid: number, platform: NodeJS.Platform = process.platform): Promise<ProcessFacts | undefined> {
  if (platform === 'linux') return linuxProcess(pid);
  return (await listProcesses(platform)).find((facts) => facts.pid === pid);
}

/**
 * A child that was started in this very turn of the event loop. On Linux its entry is there even when it has ended
 * already, since nobody has reaped it yet: reading it at once leaves no gap in which the pid could be given out anew.
 */
export async function childJustStarted(pid: number, platform: NodeJS.Platform = process.platform): Promise<ProcessFacts | undefined> {
  if (platform !== 'linux') return processByPid(pid, platform);
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'), { zombies: true });
  } catch {
    return undefined;
  }
}

async function linuxProcesses(): Promise<ProcessFacts[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(
    pids.map(async (pid) => {
      const facts = await linuxProcess(pid);
      if (facts === undefined) return undefined;
      const marker = await linuxMarker(pid);
      return marker === undefined ? facts : { ...facts, marker };
    }),
  );
  return all.filter((facts) => facts !== undefined);
}

async function psProcesses(): Promise<ProcessFacts[]> {
  const columns = 'pid=,ppid=,pgid=,stat=,lstart=,comm=';
  // the C locale fixes the words of `lstart`
  const { stdout } = await run('ps', ['-axo', columns], { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: listingBytes });
  return parsePsOutput(stdout);
}

const cimQuery =
  'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,Name,' +
  "@{n='Started';e={if ($_.CreationDate) {([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()}}} | ConvertTo-Json -Compress";

async function windowsProcesses(): Promise<ProcessFacts[]> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', cimQuery];
  const { stdout } = await run('powershell.exe', args, { windowsHide: true, maxBuffer: listingBytes });
  return parseCimJson(stdout);
}

function readTable(platform: NodeJS.Platform): Promise<ProcessFacts[]> {
  if (platform === 'linux') return linuxProcesses();
  return platform === 'win32' ? windowsProcesses() : psProcesses();
}

let running: Promise<ProcessFacts[]> | undefined;
let next: Promise<ProcessFacts[]> | undefined;

/**
 * All live processes, read after this call began. Callers that come while a look is under way share the one that follows
 * it, so that fifty servers that stop together cost one look at a time.
 */
export function listProcesses(platform: NodeJS.Platform = process.platform): Promise<readonly ProcessFacts[]> {
  if (running === undefined) {
    running = readTable(platform).finally(() => (running = undefined));
    return running;
  }
  next ??= running
    .catch(() => [])
    .then(() => {
      next = undefined;
      running = readTable(platform).finally(() => (running = undefined));
      return running;
    });
  return next;
}
