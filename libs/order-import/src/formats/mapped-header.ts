/** The columns of a plain log that a person may choose. */
export const MAPPED_COLUMNS = ['customer_id', 'occurred_at', 'value', 'refunded_amount', 'order_id', 'currency', 'status'] as const;

/** The places of the chosen columns in the header, from 0. */
export type ColumnMapping = Partial<Record<(typeof MAPPED_COLUMNS)[number], number>>;

/** Returns a header in which only the chosen columns have names, those of a plain log. */
export function mappedHeader(header: readonly string[], mapping: ColumnMapping): string[] {
  const nameAt = new Map(MAPPED_COLUMNS.flatMap((name) => (mapping[name] === undefined ? [] : [[mapping[name], name] as const])));
  return header.map((_, place) => nameAt.get(place) ?? '');
}
