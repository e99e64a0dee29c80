import { SetupProblem } from './report.mjs';

/** The oldest versions of Node that the build tools run on; 21 and early 22 lack what they need. */
const oldest = { 20: 19, 22: 12 };

/**
 * Whether this version of Node can build and run Greenroom's scripts.
 * @param {string} version as in `process.versions.node`
 * @returns {boolean}
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22) return true;
  const least = oldest[major];
  return least !== undefined && minor >= least;
}

/**
 * @param {string} version as in `process.versions.node`
 * @throws {SetupProblem} `node-too-old`
 */
export function checkNodeVersion(version) {
  if (isSupportedNode(version)) return;
  throw new SetupProblem(
    'node-too-old',
    `this is Node ${version}, and the build tools need Node 20.19 or newer (of the 22 line: 22.12 or newer).`,
    'install a current Node (for example the LTS version) and run the same command again.',
  );
}
