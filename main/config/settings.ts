import type { Theme } from '../../preload/contract/app.js';
import type { Mode } from '../../preload/contract/call.js';

/** What the app remembers between runs. Holds no secrets. */
export interface Settings {
  readonly theme: Theme;
  readonly mode: Mode;
  /** Real paths, newest first. */
  readonly recentFolders: readonly string[];
  readonly lastFolder: string | null;
  /** The room the window showed last: `servers`, `tools`, `settings`. */
  readonly room: string;
  /** Screen pixels. Without `x` and `y` the system places the window. */
  readonly window: {
    readonly x?: number;
    readonly y?: number;
    readonly width: number;
    readonly height: number;
    readonly maximized: boolean;
  };
  /** Closing the window leaves the servers running in the tray. */
  readonly keepRunning: boolean;
}

/** What a first run starts with. */
export const defaultSettings: Settings = {
  theme: 'system',
  mode: 'SAFE',
  recentFolders: [],
  lastFolder: null,
  room: 'servers',
  window: { width: 1280, height: 800, maximized: false },
  keepRunning: false,
};

/** Reads and writes one setting at a time. The desktop keeps them on disk, the terminal in memory. */
export interface SettingsStore {
  get<K extends keyof Settings>(key: K): Settings[K];
  set<K extends keyof Settings>(key: K, value: Settings[K]): void;
}

/** Settings that live as long as the process; for the terminal and for tests. */
export function memorySettings(initial: Partial<Settings> = {}): SettingsStore {
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = { ...defaultSettings, ...initial };
  return {
    get: (key) => settings[key],
    set: (key, value) => {
      settings[key] = value;
    },
  };
}
