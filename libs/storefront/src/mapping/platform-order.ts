/** What became of an order. `open`: not paid yet, or paid in part. `draft`: nobody has bought anything. */
export type OrderState = 'draft' | 'open' | 'completed' | 'cancelled' | 'refunded';

/** An order as any platform tells of it. Instants are ISO 8601 in UTC. */
export interface PlatformOrder {
  readonly id: string;
  readonly state: OrderState;
  readonly createdAt: string | null;
  /** When it was placed, which may be before it was entered. */
  readonly placedAt: string | null;
  readonly updatedAt: string | null;
  readonly cancelledAt: string | null;
  /** What it costs, nothing taken off for refunds; null when not told. */
  readonly gross: number | null;
  /** What was refunded in all by then; null when not told. */
  readonly refunded: number | null;
  readonly test: boolean;
  readonly customerId: string | null;
  /** Lower case; never stored. */
  readonly email: string | null;
  /** What is kept beside; undefined ones fall away. */
  readonly data: Readonly<Record<string, unknown>>;
}
