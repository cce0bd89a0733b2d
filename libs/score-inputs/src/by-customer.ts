import type { CustomerId } from '#libs/core';

/**
 * Groups rows by customer. Customers without rows are absent.
 * @param places of the customer of each row in `ids`, counted from 1
 */
export function byCustomer<Row>(
  ids: readonly CustomerId[],
  places: readonly (number | null)[],
  rowAt: (at: number) => Row,
): Map<CustomerId, Row[]> {
  const found = new Map<CustomerId, Row[]>();
  for (const [at, place] of places.entries()) {
    const id = ids[place! - 1]!;
    const known = found.get(id);
    if (known === undefined) found.set(id, [rowAt(at)]);
    else known.push(rowAt(at));
  }
  return found;
}

/** Rows in one read: some 15 MB while they are read. One row beyond says that there are more, so a statement stops there. */
export const MOST_ROWS = 100_000;

/**
 * Reads rows of customers. Where they have too many together, it reads one half of the customers after the other.
 * @param ask finds the rows of some customers
 */
export async function readByCustomer<Columns extends { readonly customer: readonly (number | null)[] }, Row>(
  ids: readonly CustomerId[],
  ask: (ids: readonly CustomerId[]) => Promise<Columns>,
  rowAt: (columns: Columns, at: number) => Row,
): Promise<Map<CustomerId, Row[]>> {
  const columns = await ask(ids);
  if (columns.customer.length <= MOST_ROWS || ids.length < 2) return byCustomer(ids, columns.customer, (at) => rowAt(columns, at));
  const half = Math.ceil(ids.length / 2);
  const first = await readByCustomer(ids.slice(0, half), ask, rowAt);
  for (const [id, rows] of await readByCustomer(ids.slice(half), ask, rowAt)) first.set(id, rows);
  return first;
}
