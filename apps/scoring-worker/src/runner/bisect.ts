import { isOutage } from '#libs/database';

/**
 * Does the work for all items together. If that fails, tries each half, until only items that fail alone are left.
 * @param leaveOut gets each of these, and its error
 * @throws an outage of the database, because no item is its cause; what `leaveOut` throws
 */
export async function bisect<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  leaveOut: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await work(items);
  } catch (error) {
    if (isOutage(error)) throw error;
    if (items.length === 1) return leaveOut(first, error);
    const middle = Math.ceil(items.length / 2);
    await bisect(items.slice(0, middle), work, leaveOut);
    await bisect(items.slice(middle), work, leaveOut);
  }
}
