import { spawn } from 'node:child_process';
import path from 'node:path';

/** What runs now, so that our own end can be passed on. */
const running = new Set();

/**
 * Passes a signal on to every command that still runs.
 * @param {NodeJS.Signals} signal
 */
export function stopRunning(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * @typedef {object} CommandResult
 * @property {number | null} code exit code; null when it was ended by a signal or could not start
 * @property {string} output stdout and stderr together when `capture` was asked, else empty
 * @property {boolean} timedOut whether the time limit ended it
 */

/**
 * Runs one command to its end, without a shell. Never rejects: a command that cannot start answers `code: null`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.capture] keep the output instead of passing it through
 * @param {boolean} [options.toStderr] pass stdout of the command to our stderr
 * @param {number} [options.timeoutMs] milliseconds after which the command is killed
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, args, options = {}) {
  const stdout = options.capture ? 'pipe' : options.toStderr ? process.stderr : 'inherit';
  const stderr = options.capture ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: options.cwd, env: options.env ?? process.env, stdio: ['ignore', stdout, stderr] });
    running.add(child);
    let output = '';
    let timedOut = false;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const timer = options.timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, options.timeoutMs)
      : undefined;
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      end(null);
    });
    child.on('close', end);
  });
}

/**
 * The command and first arguments that run npm without a shell. On Windows `npm` is a batch file, which only a shell could start:
 * there npm's own script is run with this Node.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ command: string, prefix: string[] }}
 */
export function npmCommand(env) {
  const script = env.npm_execpath;
  if (script && /npm-cli\.[cm]?js$/.test(script)) return { command: process.execPath, prefix: [script] };
  if (process.platform !== 'win32') return { command: 'npm', prefix: [] };
  return { command: process.execPath, prefix: [path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')] };
}
