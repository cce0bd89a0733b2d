/** A change against an earlier value. The caller knows whether `rise` is good or bad news. */
export type Difference = { readonly kind: 'none' } | { readonly kind: 'same' } | { readonly kind: 'rise' | 'fall'; readonly by: number };

/** @param before null if there was no value then. */
export function differenceOf(now: number, before: number | null): Difference {
  if (before === null) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  return { kind: now > before ? 'rise' : 'fall', by: Math.abs(now - before) };
}
