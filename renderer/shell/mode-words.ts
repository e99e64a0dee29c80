import type { Mode } from '../../preload/contract/call.js';

/** The modes, most careful first, each with what it does to a tool call in one line. */
export const modeWords: readonly { readonly mode: Mode; readonly words: string }[] = [
  { mode: 'SAFE', words: 'Asks before every tool call.' },
  { mode: 'TRUST', words: 'Asks when the tool’s name speaks of changing something: write, create, delete, exec …' },
  { mode: 'FULL', words: 'Runs tool calls without asking.' },
  { mode: 'YOLO', words: 'Runs everything without asking, also outside the folder.' },
];
