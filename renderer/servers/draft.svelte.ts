import type { EntryDraft } from '../../preload/contract/entry.js';
import type { Problem, Result } from '../../preload/contract/problem.js';
import { parseArguments } from './argument-text.js';

export type DraftKind = EntryDraft['kind'];

/** A name and a value: an environment variable or a header. Values may be secrets. */
export interface Pair {
  name: string;
  value: string;
}

/** What stands in the fields of the Add dialog. One tab's fields stay while another is looked at. */
export class DraftFields {
  kind = $state<DraftKind>('local');
  name = $state('');
  command = $state('');
  argumentText = $state('');
  cwd = $state('');
  env = $state<Pair[]>([]);
  url = $state('');
  headers = $state<Pair[]>([{ name: 'Authorization', value: '' }]);
  json = $state('');

  /** The draft that goes to the engine, or why the fields do not make one yet. */
  toDraft(): Result<EntryDraft, string> {
    const name = this.name.trim();
    if (this.kind === 'json') return { ok: true, value: { kind: 'json', name, text: this.json } };
    if (this.kind === 'remote') {
      return { ok: true, value: { kind: 'remote', name, url: this.url.trim(), headers: record(this.headers) } };
    }
    const args = parseArguments(this.argumentText);
    if (!args.ok) return args;
    const cwd = this.cwd.trim();
    return {
      ok: true,
      value: {
        kind: 'local',
        name,
        command: this.command.trim(),
        args: args.value,
        env: record(this.env),
        ...(cwd === '' ? {} : { cwd }),
      },
    };
  }

  /** Empties every field, so that a typed secret does not outlive the dialog. */
  clear(): void {
    this.name = this.command = this.argumentText = this.cwd = this.url = this.json = '';
    this.env = [];
    this.headers = [];
  }

  /** True while the fields that a server cannot do without are empty; faults are told only after that. */
  get isBlank(): boolean {
    // A pasted text may bring its name along.
    if (this.kind === 'json') return this.json.trim() === '';
    return this.name.trim() === '' || (this.kind === 'local' ? this.command : this.url).trim() === '';
  }
}

/** Pairs without a name or a value are rows not filled in yet. */
function record(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter((pair) => pair.name.trim() !== '' && pair.value !== '').map((pair) => [pair.name.trim(), pair.value]),
  );
}

/** Where in a text a problem stands: `line 3, column 7`; empty without a line. */
export function placeWords(problem: Problem): string {
  if (problem.line === undefined) return '';
  return problem.column === undefined ? `line ${problem.line}` : `line ${problem.line}, column ${problem.column}`;
}
