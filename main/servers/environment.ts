import { isProviderKey } from '../config/provider-keys.js';
import { markerVariable } from './process-table.js';

/** What a child's environment is made of. */
export interface EnvironmentParts {
  /** The app's own environment; never changed. */
  readonly appEnv: NodeJS.ProcessEnv;
  /** `env` of the entry, as written. */
  readonly entryEnv: Readonly<Record<string, string>>;
  /** PATH of the login shell; null where there is none. */
  readonly loginPath: string | null;
  /** Unique to this launch. */
  readonly marker: string;
  readonly platform: NodeJS.Platform;
}

/** Ours, the test drivers', and what npm sets for `npm start`: they mean this app, not a server. */
const leakedPrefixes = ['GREENROOM_', 'PW_TEST', 'PLAYWRIGHT_TEST', 'VITEST', 'NPM_LIFECYCLE_', 'NPM_PACKAGE_'];
const leakedNames: ReadonlySet<string> = new Set([
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ASAR',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_ENABLE_STACK_DUMPING',
  'ELECTRON_DISABLE_SECURITY_WARNINGS',
  'ELECTRON_OVERRIDE_DIST_PATH',
  // Electron on Linux, and the AppImage runtime
  'CHROME_DESKTOP',
  'ORIGINAL_XDG_CURRENT_DESKTOP',
  'APPDIR',
  'APPIMAGE',
  'ARGV0',
  'OWD',
  'INIT_CWD',
  'NPM_COMMAND',
  'NPM_EXECPATH',
  'NPM_NODE_EXECPATH',
  // would make `npx` look for packages in our folder instead of the workspace
  'NPM_CONFIG_LOCAL_PREFIX',
]);

function isLeaked(name: string): boolean {
  const upper = name.toUpperCase();
  return leakedNames.has(upper) || leakedPrefixes.some((prefix) => upper.startsWith(prefix));
}

/** An inherited `--inspect-brk` would stop every server before its first line; the rest of NODE_OPTIONS is the person's. */
function withoutInspector(nodeOptions: string): string {
  return nodeOptions
    .split(/\s+/)
    .filter((option) => !option.startsWith('--inspect'))
    .join(' ');
}

/**
 * One PATH of two. Where the app's own holds all of the login shell's, the app was started from a terminal and its order
 * is what the person set up there; else the login shell's entries come first, as they do in a terminal.
 */
export function mergePath(appPath: string, loginPath: string, delimiter: string): string {
  const entries = (text: string): string[] => text.split(delimiter).filter((entry) => entry !== '');
  const own = entries(appPath);
  const login = entries(loginPath);
  const isFromTerminal = login.every((entry) => own.includes(entry));
  return [...new Set(isFromTerminal ? own : [...login, ...own])].join(delimiter);
}

function inherited({ appEnv, loginPath, platform }: EnvironmentParts): Map<string, string> {
  const env = new Map<string, string>();
  for (const [name, value] of Object.entries(appEnv)) {
    if (value === undefined || isLeaked(name) || isProviderKey(name)) continue;
    env.set(name, name === 'NODE_OPTIONS' ? withoutInspector(value) : value);
  }
  if (env.get('NODE_OPTIONS') === '') env.delete('NODE_OPTIONS');
  if (loginPath !== null) {
    const name = nameIn(env, 'PATH', platform);
    env.set(name, mergePath(env.get(name) ?? '', loginPath, platform === 'win32' ? ';' : ':'));
  }
  return env;
}

/** The spelling under which a variable stands; on Windows PATH is mostly written `Path`. */
function nameIn(env: ReadonlyMap<string, string>, name: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return name;
  return [...env.keys()].find((key) => key.toUpperCase() === name.toUpperCase()) ?? name;
}

/**
 * The whole environment of a local server (PRODUCT.md §3): the app's, without provider keys and without what leaks from
 * this app, with the login shell's PATH merged in; then the entry's own variables, which win whole; then our marker.
 */
export function childEnvironment(parts: EnvironmentParts): Record<string, string> {
  const env = inherited(parts);
  for (const [name, value] of Object.entries(parts.entryEnv)) {
    env.delete(nameIn(env, name, parts.platform));
    env.set(name, value);
  }
  env.set(markerVariable, parts.marker);
  return Object.fromEntries(env);
}
