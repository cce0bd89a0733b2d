import type { CustomerId } from '#libs/core';

/**
 * Groups rows by customer. Customers without rows are absent.
 * @param places of the customer of each row in `ids`, counted from 1
 * @param rowAt makes a row; called once for each, in order
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
  const found = new Map<CustomerId, Row[]>();
  await inHalves(ids, async (part) => {
    const columns = await ask(part);
    if (columns.customer.length > MOST_ROWS && part.length > 1) return false;
    for (const [id, rows] of byCustomer(part, columns.customer, (at) => rowAt(columns, at))) found.set(id, rows);
    return true;
  });
  return found;
}

/** Reads all at once, or one half after the other. @param read returns false when it is too much */
export async function inHalves<Item>(items: readonly Item[], read: (part: readonly Item[]) => Promise<boolean>): Promise<void> {
  if (items.length === 0 || (await read(items))) return;
  const half = Math.ceil(items.length / 2);
  await inHalves(items.slice(0, half), read);
  await inHalves(items.slice(half), read);
}
