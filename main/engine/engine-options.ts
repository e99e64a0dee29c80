import type { SettingsStore } from '../config/settings.js';

/** What differs between the desktop, the terminal and tests. */
export interface EngineOptions {
  /** The person's home folder; `.greenroom` is kept in it. */
  readonly home: string;
  readonly appEnv: NodeJS.ProcessEnv;
  readonly version: string;
  /** Electron's version, or empty under plain Node. */
  readonly electron: string;
  readonly outOfSupport: boolean;
  readonly settings: SettingsStore;
  readonly desktop: DesktopParts;
  /** False where nobody can answer a question: a call that would ask is refused. */
  readonly interactive?: boolean;
  /** How the person's own calls are recorded: `cli` in the terminal, `person` unless given. */
  readonly callRoute?: 'person' | 'cli';
  /** Trusts the opened folder for this run only. */
  readonly trustThisRun?: boolean;
  /** What nobody waits for went wrong. */
  readonly onError: (error: unknown) => void;
}

/** What only a desktop can do. */
export interface DesktopParts {
  chooseFolder(): Promise<string | null>;
  copy(text: string): void;
}
