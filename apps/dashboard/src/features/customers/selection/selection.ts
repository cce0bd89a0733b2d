/** Which customers of a list are chosen: some by their identifiers, or all that match the filters. */
export type Selection = ReadonlySet<string> | 'all';

export const NOTHING: Selection = new Set<string>();

export const isSelected = (selection: Selection, externalId: string): boolean => selection === 'all' || selection.has(externalId);

/** Adds or removes a customer. @param loaded the customers who stay chosen when one is taken out of all */
export function toggled(selection: Selection, externalId: string, loaded: readonly string[]): Selection {
  const next = new Set(selection === 'all' ? loaded : selection);
  if (!next.delete(externalId)) next.add(externalId);
  return next;
}
