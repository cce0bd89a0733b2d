/**
 * One row of the `orders` table. Amounts are integers in ten-thousandths (1e-4) of the currency unit, so that sums are exact.
 * Rows come in no particular order.
 */
export interface OrderFacts {
  /** Null: no purchase event was seen, only refunds or a cancellation of it. */
  readonly placedAtMs: number | null;
  /** Null: no amount was ever sent; counts as an order, adds nothing to money. */
  readonly amount: number | null;
  /** Sum of refunds. */
  readonly refunded: number;
  /** Time of the latest refund, null when none. */
  readonly refundedAtMs: number | null;
  readonly fullyRefunded: boolean;
  readonly cancelled: boolean;
  readonly test: boolean;
  /** Other currency than the tenant's: counts as an order, never enters monetary sums. */
  readonly foreign: boolean;
}

/** Facts about a customer besides orders. */
export interface Seen {
  readonly firstSeenMs: number;
}
