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
