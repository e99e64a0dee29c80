import { spawn } from 'node:child_process';

/**
 * Runs the app in Electron until it ends, and passes our own end on to it: Ctrl-C and SIGTERM reach it once, and it is waited for.
 * @param {object} options
 * @param {import('./electron-binary.mjs').FoundElectron} options.electron
 * @param {string} options.root the folder whose package.json names the app
 * @param {readonly string[]} options.args the app's own arguments
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @returns {Promise<number>} the exit code: the app's, or 128 + the number of the signal that ended it
 */
export function runApp({ electron, root, args, env, say }) {
  const flags = sandboxFlags(say);
  const onWindows = process.platform === 'win32';
  // An own process group: a terminal sends Ctrl-C to the whole group, and a second signal would end Electron without its clean-up.
  const child = spawn(electron.executable, [...flags, root, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !onWindows,
  });
  const forward = (signal) => {
    say('Closing the app …');
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, forward);
  return new Promise((resolve, reject) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stop();
      if (signal) say(`The app was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/**
 * Chromium's sandbox refuses to start for root. Only there it is turned off, and said.
 * @param {(line: string) => void} say
 * @returns {string[]}
 */
function sandboxFlags(say) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  say('Warning: running as root, so the window runs without the Chromium sandbox (--no-sandbox). Use an ordinary user for real work.');
  return ['--no-sandbox'];
}
