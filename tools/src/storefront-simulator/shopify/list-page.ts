import { GraphQLError } from 'graphql';

/** Shopify returns at most this many objects of one list. */
const DEEPEST = 25_000;

/** Returns the next objects of a list. @param passed the number of objects before them */
export function pageOf<Item>(list: Iterable<Item>, first: number, passed: number): { items: Item[]; hasNextPage: boolean } {
  if (passed + first > DEEPEST) throw new GraphQLError('Pagination is limited to 25000 objects.', { extensions: { code: 'BAD_REQUEST' } });
  const items: Item[] = [];
  for (const item of list) {
    if (items.length === first) return { items, hasNextPage: true };
    items.push(item);
  }
  return { items, hasNextPage: false };
}

/** Returns the cursor behind an object; null without one. */
export const cursorFor = (place: bigint | string | undefined, passed: number): string | null =>
  place === undefined ? null : Buffer.from(`${passed} ${place}`).toString('base64url');

/** Returns what a cursor of `cursorFor` says. */
export function passedIn(cursor: string | null | undefined): { passed: number; place: string | null } {
  if (cursor == null) return { passed: 0, place: null };
  const [, passed, place] = /^(\d+) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (passed === undefined || place === undefined) throw new GraphQLError('Invalid cursor for current pagination sort.');
  return { passed: Number(passed), place };
}
