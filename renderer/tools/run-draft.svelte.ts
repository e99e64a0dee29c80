import type { Result } from '../../preload/contract/problem.js';
import type { Json, JsonObject } from '../../preload/contract/tool.js';
import { isBlocked, jsonProblem } from './form-check.js';
import { initialValue, sentArguments, valueFrom, type FormValue } from './form-value.js';
import { parseJson } from './json-text.js';
import type { SchemaNode } from './schema-node.js';
import { isObject } from './schema-pointer.js';
import { readSchema } from './schema-reader.js';

/** What a person has filled in for one tool, as a form or as JSON. */
export class RunDraft {
  readonly node: SchemaNode;
  value = $state<FormValue>({ as: 'typed', kind: 'text', text: '' });
  mode = $state<'form' | 'json'>('form');
  text = $state('');
  /** Why the other way of showing the arguments could not be taken. */
  refusal = $state('');

  /** `args` = arguments to begin with, for example those of the last run; without them the schema's defaults. */
  constructor(schema: Json, args?: JsonObject) {
    this.node = readSchema(schema);
    this.value = initialValue(this.node);
    if (args !== undefined) this.take(args);
    else if (!this.hasForm) this.take({});
  }

  /** A schema that is no object at its root has no form. */
  get hasForm(): boolean {
    return this.node.kind === 'object';
  }

  /** Shows these arguments: in the form where it can hold them, else as JSON. */
  take(args: JsonObject): void {
    const value = this.hasForm ? valueFrom(this.node, args) : undefined;
    this.mode = value === undefined ? 'json' : 'form';
    if (value === undefined) this.text = JSON.stringify(args, null, 2);
    else this.value = value;
  }

  /** The arguments as they would be sent; a problem only where they cannot be read. */
  get args(): Result<JsonObject, string> {
    if (this.mode === 'json') return readArguments(this.text);
    if (isBlocked(this.node, this.value)) return { ok: false, problem: 'A field holds JSON that cannot be read. Put it right first.' };
    return { ok: true, value: sentArguments(this.node, this.value) };
  }

  /** Changes between form and JSON. Refused, with the reason in `refusal`, when something would be lost. */
  show(mode: 'form' | 'json'): void {
    this.refusal = '';
    const { args } = this;
    if (mode === this.mode) return;
    if (!args.ok) this.refusal = args.problem;
    else if (mode === 'json') {
      this.text = JSON.stringify(args.value, null, 2);
      this.mode = 'json';
    } else {
      const value = this.hasForm ? valueFrom(this.node, args.value) : undefined;
      if (value === undefined) this.refusal = 'The form cannot show all of this, so it stays JSON.';
      else {
        this.value = value;
        this.mode = 'form';
      }
    }
  }
}

/** Arguments typed as JSON; nothing typed is no arguments. */
function readArguments(text: string): Result<JsonObject, string> {
  if (text.trim() === '') return { ok: true, value: {} };
  const fault = jsonProblem(text);
  if (fault !== undefined) return { ok: false, problem: fault };
  const parsed = parseJson(text);
  if (parsed.ok && isObject(parsed.value)) return { ok: true, value: parsed.value };
  return { ok: false, problem: 'Arguments are a JSON object: { "name": value }.' };
}
