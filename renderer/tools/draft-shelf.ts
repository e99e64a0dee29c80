import type { JsonObject, ToolDetail } from '../../preload/contract/tool.js';
import { RunDraft } from './run-draft.svelte.js';

interface KeptDraft {
  readonly schema: string;
  readonly draft: RunDraft;
}

/** Drafts of all tools that were looked at, so that going from one to another loses nothing. */
const drafts = new Map<string, KeptDraft>();

/** The draft of a tool. A schema that changed meanwhile gets a new form with the old arguments. */
export function draftOf(tool: ToolDetail, lastArgs: JsonObject | undefined): RunDraft {
  const key = JSON.stringify([tool.server, tool.name]);
  const schema = JSON.stringify(tool.inputSchema);
  const kept = drafts.get(key);
  if (kept?.schema === schema) return kept.draft;
  const before = kept?.draft.args;
  const draft = new RunDraft(tool.inputSchema, before?.ok === true ? before.value : lastArgs);
  drafts.set(key, { schema, draft });
  return draft;
}
