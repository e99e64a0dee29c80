import type { Problem, Result } from '../../preload/contract/problem.js';

/** OAuth settings of a remote entry, as written. */
export interface OAuthSettings {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  readonly redirectUri?: string;
}

/** A server started as a child process that speaks over stdin and stdout. */
export interface LocalDefinition {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Only what the entry itself names; never the app's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** As written; relative paths are meant from the workspace. */
  readonly cwd?: string;
  /** Per call, milliseconds. */
  readonly timeoutMs?: number;
}

/** A server reached over HTTP. */
export interface RemoteDefinition {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthSettings;
  /** The entry's `type` named the transport: no fallback to another one. */
  readonly explicitType: boolean;
  /** Came from an `npx mcp-remote URL` command. */
  readonly viaMcpRemote: boolean;
  readonly timeoutMs?: number;
}

/** What a server is, as its entry says: the part that trust is bound to. Values are as written, nothing is expanded. */
export type ServerDefinition = LocalDefinition | RemoteDefinition;

/** Where an entry stands. */
export interface EntrySource {
  /** Absolute path. */
  readonly file: string;
  /** As shown: `~/.greenroom/mcp.json`, or relative to the workspace: `.vscode/mcp.json`. */
  readonly display: string;
  /** The key under which servers stand in that file. */
  readonly section: 'mcpServers' | 'servers';
  /** Of the entry's name, from 1. */
  readonly line: number;
  readonly column: number;
}

/** One server after all files have been merged: the winner of its name. */
export interface ServerEntry {
  readonly name: string;
  readonly source: EntrySource;
  /** Entries of the same name in files that come later. */
  readonly hides: readonly EntrySource[];
  readonly definition: Result<ServerDefinition, Problem>;
  readonly disabled: boolean;
  readonly description?: string;
  readonly preload: boolean;
  readonly preloadTools: readonly string[];
  readonly warnings: readonly Problem[];
}

/** Everything the config files say. */
export interface LoadedConfig {
  /** In the order of files, then of entries. */
  readonly servers: readonly ServerEntry[];
  /** Faults of files as wholes: syntax errors, unreadable files. */
  readonly problems: readonly Problem[];
  /** Files that were looked for, in order, present or not: what the watcher watches. */
  readonly files: readonly string[];
}

/** Where config files are looked for. */
export interface ConfigPlaces {
  /** The person's home folder. */
  readonly home: string;
  /** Real path of the open folder. */
  readonly workspace: string | null;
}
