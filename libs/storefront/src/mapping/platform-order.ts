import type { SoldItem } from '#libs/order-import';

/** The state of an order. `open`: not paid yet, or paid in part. `draft`: not ordered yet. */
export type OrderState = 'draft' | 'open' | 'completed' | 'cancelled' | 'refunded';

/** An order of any platform. Instants are ISO 8601 in UTC. */
export interface PlatformOrder {
  readonly id: string;
  readonly state: OrderState;
  readonly createdAt: string | null;
  /** The time of the purchase, which may be before the order was entered. */
  readonly placedAt: string | null;
  readonly updatedAt: string | null;
  readonly cancelledAt: string | null;
  /** The total without refunds; null when unknown. */
  readonly gross: number | null;
  /** The platform states a total, and it is not an amount. */
  readonly hasUnreadTotal: boolean;
  /** The sum of all refunds so far; null when unknown. */
  readonly refunded: number | null;
  readonly test: boolean;
  readonly customerId: string | null;
  /** Lower case; never stored. */
  readonly email: string | null;
  /** Items that were bought; none: the platform names no products. */
  readonly items: readonly SoldItem[];
  /** Further values for `data`; undefined ones are left out. */
  readonly data: Readonly<Record<string, unknown>>;
}
