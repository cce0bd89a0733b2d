import { isImported } from '#libs/order-import';
import type { Known, KnownEvent } from './group-commit.js';

/** Marks the events that a later import has corrected. */
export const withCorrections = (known: ReadonlyMap<string, KnownEvent>): Known =>
  new Map([...known].map(([id, event]) => [id, { ...event, corrected: event.conflict && isImported(id) }]));

type Outcome = { readonly kind: 'accepted'; readonly corrected?: boolean } | { readonly kind: 'duplicate'; readonly conflict: boolean };

/** @param known absent for a new event */
export function outcomeOf(known: KnownEvent | undefined): Outcome {
  if (known === undefined) return { kind: 'accepted' };
  return known.corrected === true ? { kind: 'accepted', corrected: true } : { kind: 'duplicate', conflict: known.conflict };
}
