import type { Workspace } from '../../preload/contract/app.js';
import type { CommandPart, ReviewItem, TrustReview } from '../../preload/contract/trust.js';
import { counted, day } from '../ui/figures.js';

/** What a review adds up to: the figures in the head of the trust dialog. */
export interface ReviewCount {
  readonly programs: number;
  readonly addresses: number;
  readonly risks: number;
  /** Servers that the yes would start: enabled ones, and in a trusted folder only those that wait. */
  readonly starts: number;
}

/** Counts what would run. Disabled entries are shown and covered, but run nothing. */
export function countReview(review: TrustReview, workspace: Workspace): ReviewCount {
  const enabled = review.items.filter((item) => !item.disabled);
  const programs = enabled.filter((item) => item.transport === 'stdio').length;
  return {
    programs,
    addresses: enabled.length - programs,
    risks: review.items.reduce((sum, item) => sum + item.risks.length, 0),
    starts: workspace.trusted ? enabled.filter((item) => item.status !== 'unchanged').length : enabled.length,
  };
}

/** New and changed ones first, then the rest; within each the order of the files. */
export function sortReview(items: readonly ReviewItem[]): ReviewItem[] {
  const rank = (item: ReviewItem): number => (item.status === 'unchanged' ? 1 : 0);
  return [...items].sort((a, b) => rank(a) - rank(b));
}

/** The sentence under the title, in parts so that the middle can be bold. */
export function sinceWords(review: TrustReview, workspace: Workspace): { lead: string; bold: string; end: string } {
  const fresh = review.items.filter((item) => item.status === 'new').length;
  const changed = review.items.filter((item) => item.status === 'changed').length;
  if (review.trustedAt === undefined) {
    const bold = counted(review.items.length, 'server');
    return { lead: 'Its config files name ', bold, end: '. Nothing has started.' };
  }
  const parts = [
    fresh > 0 ? `${counted(fresh, 'server')} ${fresh === 1 ? 'is' : 'are'} new` : '',
    changed > 0 ? `${fresh > 0 ? changed : counted(changed, 'server')} changed` : '',
  ].filter((part) => part !== '');
  const end = workspace.trusted ? '. What is unchanged keeps running.' : '. Nothing has started.';
  return { lead: `Trusted on ${day(review.trustedAt)}. Since then `, bold: parts.length > 0 ? parts.join(', ') : 'nothing changed', end };
}

/** Parts of a command as one text; hidden characters stay visible as `U+200B`. */
export function plainText(parts: readonly CommandPart[]): string {
  return parts.map((part) => part.text).join('');
}

/** The word for an item's status. */
export const statusWords: Readonly<Record<ReviewItem['status'], string>> = { new: 'New', changed: 'Changed', unchanged: 'Unchanged' };
