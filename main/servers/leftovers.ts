import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { processByPid } from './process-table.js';
import { ProcessTree } from './process-tree.js';
import { machineNow, RunRecord, runOfMarker, runsFolder } from './run-file.js';
import { shutDown } from './shutdown.js';

/** What was found of earlier runs of the app. */
export interface LeftoverReport {
  /** Pids of processes that an app which is gone had left behind, and that were ended. */
  readonly ended: readonly number[];
  /** Those that could not be ended. */
  readonly leftover: readonly number[];
}

/**
 * Ends what earlier runs of the app left behind when they were killed. Only what is proven: the record of a run whose app
 * is gone (pid *and* start time), on this boot of the machine and in this pid namespace; of that run, processes with its
 * whole run id in their environment, or with a recorded pid and start time, and their descendants.
 */
export async function endLeftovers(stateDir: string, platform: NodeJS.Platform = process.platform): Promise<LeftoverReport> {
  const folder = runsFolder(stateDir);
  const names = await readdir(folder).catch(() => []);
  const reports = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => endRun(path.join(folder, name), platform)),
  );
  return { ended: reports.flatMap((report) => report.ended), leftover: reports.flatMap((report) => report.leftover) };
}

const nothing: LeftoverReport = { ended: [], leftover: [] };

async function endRun(file: string, platform: NodeJS.Platform): Promise<LeftoverReport> {
  const record = await readRecord(file);
  const { boot, namespace } = machineNow();
  if (record === undefined || record.boot !== boot) {
    await rm(file, { force: true });
    return nothing;
  }
  if (record.namespace !== namespace) return nothing;
  const owner = await processByPid(record.app.pid, platform);
  if (owner?.started === record.app.started) return nothing;

  const tree = new ProcessTree(
    { root: undefined, known: record.children, ownsMarker: (marker) => runOfMarker(marker) === record.run },
    platform,
  );
  const found = await tree.alive();
  // their stdin ended together with the app; the ladder goes on from there
  const { leftover } = await shutDown({ tree, endInput: () => undefined, exited: Promise.resolve() }, new AbortController().signal);
  if (leftover.length === 0) await rm(file, { force: true });
  return { ended: found.filter((pid) => !leftover.includes(pid)), leftover };
}

async function readRecord(file: string): Promise<RunRecord | undefined> {
  try {
    const parsed = RunRecord.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
