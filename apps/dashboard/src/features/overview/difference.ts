/** How something stands against before. `rise` may be bad news: that is for who shows it to know. */
export type Difference = { readonly kind: 'none' } | { readonly kind: 'same' } | { readonly kind: 'rise' | 'fall'; readonly by: number };

/** @param before null: there was nothing then. */
export function differenceOf(now: number, before: number | null): Difference {
  if (before === null) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  return { kind: now > before ? 'rise' : 'fall', by: Math.abs(now - before) };
}
