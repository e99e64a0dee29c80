import type { CallOutcome } from '../../preload/contract/call.js';
import type { RouteName, RouteInput, RouteOutput } from '../../preload/contract/routes.js';
import type { Engine } from '../engine.js';
import type { Command } from './arguments.js';
import { callReport, callText, searchReport, searchText, serverReport, serversText, toolReport, toolsText } from './output.js';
import { visibleLine } from './visible-text.js';

/** What the process ends with; documented in `docs/terminal.md`. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, needsYes: 4, refused: 5 } as const;

/** What a command answers: `text` for stdout, `note` for stderr. */
export interface Answer {
  readonly code: number;
  readonly text: string;
  readonly note: string;
}

const done = (text: string, note = ''): Answer => ({ code: exitCodes.done, text, note });
const fail = (code: number, note: string): Answer => ({ code, text: '', note });
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** A route's failure, to be told on stderr. */
class AskFailed extends Error {
  override readonly name = 'AskFailed';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<N extends RouteName>(engine: Engine, route: N, input: RouteInput<N>): Promise<RouteOutput<N>> {
  const reply = await engine.invoke(route, input);
  if (!reply.ok) throw new AskFailed(reply.failure.code, reply.failure.message);
  // The contract types this route's answer; the engine's reply has lost the type on the way.
  return reply.value as RouteOutput<N>;
}

function readyNote(engine: Engine): string {
  const { ready, enabled, tools } = engine.snapshot().summary;
  return `${String(ready)} of ${String(enabled)} servers ready, ${String(tools)} tools`;
}

const blockedCodes: Readonly<Record<string, number>> = {
  'needs-approval': exitCodes.needsYes,
  'untrusted-folder': exitCodes.refused,
  'server-not-ready': exitCodes.notFound,
  'unknown-server': exitCodes.notFound,
  'unknown-tool': exitCodes.notFound,
};

function callAnswer(outcome: CallOutcome, asJson: boolean): Answer {
  switch (outcome.kind) {
    case 'done':
      return {
        code: outcome.result.isError ? exitCodes.failed : exitCodes.done,
        text: asJson ? json(callReport(outcome)) : callText(outcome),
        note: '',
      };
    case 'denied':
      return fail(exitCodes.refused, outcome.message);
    case 'blocked':
      return fail(blockedCodes[outcome.code] ?? exitCodes.failed, outcome.message);
    case 'failed':
      return fail(
        blockedCodes[outcome.code] ?? exitCodes.failed,
        [outcome.message, ...outcome.stderrTail.map((line) => `  | ${line}`)].join('\n'),
      );
    case 'cancelled':
      return fail(exitCodes.failed, 'The call was cancelled.');
  }
}

async function answerCommand(engine: Engine, command: Command): Promise<Answer> {
  const { servers, workspace } = engine.snapshot();
  if (command.kind === 'servers') {
    return done(command.json ? json(servers.map(serverReport)) : serversText(servers), readyNote(engine));
  }
  if (workspace?.trusted !== true) {
    return fail(
      exitCodes.refused,
      'This folder is not trusted, so nothing was started. Review it in the app, or use --trust for this run.',
    );
  }
  switch (command.kind) {
    case 'tools': {
      if (command.server !== undefined && servers.every((card) => card.name !== command.server)) {
        return fail(exitCodes.notFound, `No server is called “${command.server}” in this folder.`);
      }
      const { tools } = await ask(engine, 'tools.list', command.server === undefined ? {} : { server: command.server });
      return done(command.json ? json(tools.map(toolReport)) : toolsText(tools), readyNote(engine));
    }
    case 'search': {
      const answer = await ask(engine, 'tools.search', { query: command.words, limit: command.limit });
      return done(command.json ? json(searchReport(answer)) : searchText(answer));
    }
    case 'call': {
      const { server, tool, args } = command;
      return callAnswer(await ask(engine, 'tools.run', { callId: 'cli', server, tool, args }), command.json);
    }
  }
}

/** Opens the folder, waits until every server has settled, and answers. */
export async function runCommand(engine: Engine, command: Command): Promise<Answer> {
  try {
    await ask(engine, 'workspace.open', { path: command.workspace });
    await engine.settled();
    for (const problem of engine.snapshot().problems) {
      const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
      process.stderr.write(`${visibleLine(`${place}: ${problem.message}`)}\n`);
    }
    return await answerCommand(engine, command);
  } catch (error) {
    if (error instanceof AskFailed) return fail(blockedCodes[error.code] ?? exitCodes.notFound, error.message);
    throw error;
  }
}
