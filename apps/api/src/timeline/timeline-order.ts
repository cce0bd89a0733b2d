/** The kinds of entries. Entries of the same instant are listed in this order: effects above their causes. */
export const KINDS = ['note', 'delivery', 'campaign', 'score', 'activity', 'refund', 'order'] as const;
export type EntryKind = (typeof KINDS)[number];

/** The place of an entry in the timeline. The latest comes first, then the order of the kinds decides, then the greater key. */
export interface Position {
  readonly kind: EntryKind;
  /** Whole milliseconds. */
  readonly at: Date;
  /** Tells apart the entries of one kind and one instant. */
  readonly key: string;
}

/** The upper bound of what one source adds to a page: the entries below (`at`, `key`). No key is below null. */
export interface Bound {
  readonly at: Date;
  readonly key: string | null;
}

/** Later than everything that is stored, and still a date of four digits. */
export const LATEST = new Date('9999-12-31T23:59:59.999Z');

const rankOf = (kind: EntryKind): number => KINDS.indexOf(kind);

/** Returns the bound of a kind for the page after a position; null is the position before the first page. */
export function boundOf(kind: EntryKind, after: Position | null): Bound {
  if (after === null) return { at: LATEST, key: null };
  if (kind === after.kind) return { at: after.at, key: after.key };
  // Entries of the same instant stand below the position only when their kind is listed later.
  return { at: rankOf(kind) > rankOf(after.kind) ? new Date(after.at.getTime() + 1) : after.at, key: null };
}

/**
 * Merges sources into one timeline.
 * @param sources each in the order of the timeline; sorting keeps the order of a source where instant and kind are the same
 */
export const merge = <E extends { readonly position: Position }>(sources: readonly (readonly E[])[]): E[] =>
  sources.flat().toSorted(({ position: a }, { position: b }) => b.at.getTime() - a.at.getTime() || rankOf(a.kind) - rankOf(b.kind));
