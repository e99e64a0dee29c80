import type { ServerCard } from '../../preload/contract/server.js';

/** A state in words: the fixed word of the interface, and why it is so. */
export interface StateWords {
  readonly word: string;
  /** Empty where there is nothing to explain. */
  readonly reason: string;
}

const consentReason = {
  new: 'It is new since you trusted this folder. Review it in the app, or use --trust.',
  changed: 'Its definition changed since you trusted this folder. Review it in the app, or use --trust.',
  uncovered: 'Another entry hid it until now. Review it in the app, or use --trust.',
} as const;

/** Describes a card's state for the terminal. */
export function describeState(card: ServerCard): StateWords {
  const { state } = card;
  switch (state.kind) {
    case 'ready':
      return { word: 'Ready', reason: '' };
    case 'failed':
      return { word: 'Failed', reason: [state.failure.headline, state.failure.hint].filter((text) => text !== '').join(' ') };
    case 'invalid': {
      const { file, line, column, message } = state.problem;
      const place = file === undefined ? '' : `${[file, line, column].filter((part) => part !== undefined).join(':')}: `;
      return { word: 'Invalid', reason: `${place}${message}` };
    }
    case 'untrusted-folder':
      return { word: 'Untrusted folder', reason: 'Nothing runs before you trust this folder. Review it in the app, or use --trust.' };
    case 'disabled':
      return { word: 'Disabled', reason: `It is disabled in ${card.source.file}.` };
    case 'needs-consent':
      return { word: 'Waits for you', reason: consentReason[state.reason] };
    case 'needs-sign-in':
      return { word: 'Needs sign-in', reason: state.message };
    case 'needs-client-id':
      return { word: 'Needs client id', reason: state.message };
    case 'starting':
      return { word: 'Starting', reason: '' };
    case 'stopping':
      return { word: 'Stopping', reason: '' };
    case 'stopped':
      return { word: 'Stopped', reason: '' };
  }
}
