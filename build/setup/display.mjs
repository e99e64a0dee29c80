import { spawn } from 'node:child_process';
import { SetupProblem } from './report.mjs';

/** Large enough for a window of 1280 × 800 with room around it. */
const screen = '-screen 0 1600x1200x24';

/**
 * Whether a window needs a virtual display here.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function needsVirtualDisplay(platform, env) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

/**
 * A display and the environment that reaches it.
 * @typedef {object} Display
 * @property {Record<string, string>} env what to add to the environment of a window
 * @property {() => Promise<void>} close ends the virtual display; does nothing for a real one
 */

/**
 * Opens a virtual display by `xvfb-run` where there is no real one.
 *
 * xvfb-run only keeps the display: it runs a small shell that tells the display's name and waits for its input to end. The app is our own
 * child, so signals reach it directly, and the display ends with us even if we are killed. It has its own process group, so that
 * Ctrl-C in a terminal does not take the display away before the app has closed.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @returns {Promise<Display>}
 * @throws {SetupProblem} `display-failed`
 */
export async function openDisplay({ env, say }) {
  if (!needsVirtualDisplay(process.platform, env)) return { env: {}, close: async () => {} };
  const tell = 'printf "%s\\n%s\\n" "$DISPLAY" "$XAUTHORITY"; exec cat >/dev/null';
  const keeper = spawn('xvfb-run', ['-a', '-s', screen, 'sh', '-c', tell], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => keeper.on('close', resolve));
  const [name, authority] = await readLines(keeper, 2);
  say(`There is no display: the window opens on a virtual one (xvfb-run, ${name}).`);
  return {
    env: { DISPLAY: name, XAUTHORITY: authority },
    close: async () => {
      keeper.stdin.end();
      await ended;
    },
  };
}

/** Reads the first lines of the keeper's output, or fails with what it said when it ends before that. */
function readLines(keeper, count) {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    const fail = (why) => {
      reject(
        new SetupProblem(
          'display-failed',
          `xvfb-run could not open a virtual display: ${why}`,
          'install xvfb and xauth, or set DISPLAY to a display that you have, and run the same command again.',
        ),
      );
    };
    keeper.on('error', (error) => fail(error.message));
    keeper.on('close', () => fail(errors.trim() || 'it ended at once.'));
    keeper.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-2_000)));
    keeper.stdout.on('data', (chunk) => {
      output += chunk;
      const lines = output.split('\n');
      if (lines.length > count) resolve(lines.slice(0, count));
    });
  });
}
