/** A page of orders as it came: its ids may not fit into the numbers of JSON.parse. */
export interface OrdersPage {
  readonly text: string;
  /** Of the next page; null when this is the last. */
  readonly cursor: string | null;
  /** How many of them the page before had, too; none unless it is told. */
  readonly repeated?: number;
}

/** Which orders: those created, or changed, since then. */
export type OrdersSince = { readonly createdSince: Date } | { readonly updatedSince: Date };

/** The cursor in `<https://…?page_info=…>; rel="next"`. Only the cursor is taken from it: where to ask is not for an answer to say. */
export function nextCursor(link: string | undefined): string | null {
  const [, target = ''] = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '') ?? [];
  return URL.canParse(target) ? new URL(target).searchParams.get('page_info') : null;
}

/** @throws TypeError for what is no number of orders. */
export function requireCount(count: unknown): number {
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) throw new TypeError('there is no count');
  return count;
}
