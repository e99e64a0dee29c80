import type { CallOutcome, CallView } from '../../preload/contract/call.js';
import { bytes, clockTime, span } from '../ui/figures.js';
import type { LampShape, Tone } from '../ui/tone.js';

/** How a call stands, in a word with its tone and lamp. */
export interface CallWord {
  readonly word: string;
  readonly tone: Tone;
  readonly lamp: LampShape;
}

/** The word of a call. */
export function callWord(call: CallView): CallWord {
  if (call.outcome !== undefined) return outcomeWord(call.outcome);
  if (call.status === 'asking') return { word: 'Waits for you', tone: 'wait', lamp: 'waits' };
  return { word: 'Running', tone: 'busy', lamp: 'starting' };
}

function outcomeWord(outcome: CallOutcome): CallWord {
  switch (outcome.kind) {
    case 'done':
      if (outcome.result.isError) return { word: 'The tool failed', tone: 'fail', lamp: 'failed' };
      return { word: 'Done', tone: 'ready', lamp: 'done' };
    case 'denied':
      return { word: 'Denied', tone: 'off', lamp: 'disabled' };
    case 'blocked':
      return { word: 'Blocked', tone: 'wait', lamp: 'changed' };
    case 'failed':
      return { word: 'Failed', tone: 'fail', lamp: 'failed' };
    case 'cancelled':
      return { word: 'Cancelled', tone: 'off', lamp: 'stopped' };
  }
}

/** When it ran, how long, how large: "14:05 · 0.8 s · 1.4 kB". */
export function callFacts(call: CallView): string {
  const facts = [clockTime(call.at)];
  const { outcome } = call;
  if (outcome?.kind === 'done' || outcome?.kind === 'failed' || outcome?.kind === 'cancelled') facts.push(took(outcome.ms));
  if (outcome?.kind === 'done') facts.push(bytes(outcome.result.bytes));
  return facts.join(' · ');
}

/** Most calls of local servers take a few milliseconds: "0.0 s" would say nothing. */
function took(ms: number): string {
  return ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : span(ms);
}

/** A rule of the gate with the word that it found set apart: "TRUST: the name contains " + "create". */
export function ruleParts(rule: string): { text: string; word: string } {
  const found = /^(.*\bcontains )(\w+)$/.exec(rule);
  return found === null ? { text: rule, word: '' } : { text: found[1] ?? '', word: found[2] ?? '' };
}
