import { homedir } from 'node:os';
import { parseArguments, usage, type Command } from './cli/arguments.js';
import { exitCodes, runCommand } from './cli/commands.js';
import { endOnSignals } from './cli/signals.js';
import { askOnTerminal } from './cli/terminal-approval.js';
import { visibleText } from './cli/visible-text.js';
import { memorySettings } from './config/settings.js';
import { createEngine, type Engine } from './engine.js';
import { version } from '../package.json';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

function engineFor(command: Command): Engine {
  return createEngine({
    home: process.env['GREENROOM_HOME'] ?? homedir(),
    appEnv: process.env,
    version,
    electron: '',
    outOfSupport: false,
    settings: memorySettings({ mode: command.kind === 'call' ? command.mode : 'SAFE' }),
    desktop: { chooseFolder: () => Promise.resolve(null), copy: () => undefined },
    // Undefined, not false, where there is no terminal.
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    trustThisRun: command.trust,
    callRoute: 'cli',
    onError: (error) => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

/** Prints the answer whole before the process ends: a pipe may take it in pieces. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text === '' ? '' : `${text}\n`, () => resolve()));
}

async function main(): Promise<number> {
  const parsed = parseArguments(process.argv.slice(2));
  if (!parsed.ok) {
    say(parsed.message === '' ? usage : `${parsed.message}\n\n${usage}`);
    return parsed.message === '' ? exitCodes.done : exitCodes.usage;
  }
  const engine = engineFor(parsed.command);
  const ended = endOnSignals(engine);
  askOnTerminal(engine);
  try {
    const { code, text, note } = await Promise.race([runCommand(engine, parsed.command), ended.signalled]);
    // A terminal obeys what it is told: a server's text must not steer it. A pipe gets the answer as it is.
    await print(process.stdout.isTTY === true ? visibleText(text) : text);
    if (note !== '') say(visibleText(note));
    return code;
  } finally {
    await engine.shutdown();
    ended.dispose();
  }
}

// A reader that has gone away (`| head`) must not keep the servers from being stopped: what is left to say is dropped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// The engine has ended everything it owns by now; a stray handle of a library must not keep the terminal waiting.
void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(exitCodes.failed);
  },
);
