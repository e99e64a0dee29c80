import { createInterface } from 'node:readline/promises';
import type { Approval, ApprovalAnswer } from '../../preload/contract/call.js';
import type { Engine } from '../engine.js';
import { visibleText } from './visible-text.js';

async function question(approval: Approval): Promise<ApprovalAnswer> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = visibleText(`\n${approval.server} › ${approval.tool}\n${JSON.stringify(approval.args, null, 2)}\n${approval.rule}\n`);
    // The end of the input (Ctrl-D) is no yes; readline alone would wait for ever.
    const noMore = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const reply = await Promise.race([lines.question(`${shown}Allow once? [y/N] `), noMore]);
    return /^y(es)?$/i.test(reply.trim()) ? { kind: 'once' } : { kind: 'deny' };
  } finally {
    lines.close();
  }
}

/** Asks the person on stderr for each open question, one after the other. */
export function askOnTerminal(engine: Engine): void {
  const seen = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();
  engine.on('snapshot.changed', ({ approvals }) => {
    for (const approval of approvals ?? []) {
      if (seen.has(approval.id)) continue;
      seen.add(approval.id);
      queue = queue.then(async () => engine.invoke('approvals.answer', { id: approval.id, answer: await question(approval) }));
    }
  });
}
