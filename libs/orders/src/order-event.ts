import type { CustomerId, OrderAspect } from '#libs/core';

/** The fields of `data` that decide which order an event belongs to and which state of it is the latest. */
export interface OrderData {
  readonly aspect: OrderAspect;
  readonly orderId: string | null;
  /** ISO 4217, upper case; null means the tenant's own. */
  readonly currency: string | null;
  /** The time of the source's last change of the order; null: the time of the event. */
  readonly updatedAt: Date | null;
  /** The time of the purchase, when the source tells one before the event; null: the time of the event. */
  readonly placedAt: Date | null;
  readonly test: boolean;
  /** The total refunded at the time of the event, as the source reports it; null: not reported. */
  readonly refundedTotal: number | null;
}

/** The parts of an event that folding needs. */
export interface OrderEvent {
  readonly eventId: string;
  readonly occurredAt: Date;
  /** 0 to 1e12, in four decimals at the most. */
  readonly value: number | null;
  /** The order facts in the event; null when it is not about an order. */
  readonly order: OrderData | null;
}

/** An event and the internal id of its customer. */
export interface OrderStatement {
  readonly event: OrderEvent;
  readonly customerId: CustomerId;
  /** The time of the import that states it, in milliseconds since 1970; absent: no import does. */
  readonly importedAt?: number;
  /** The amount that the event refunded before an import corrected it, in ten-thousandths. */
  readonly refundedBefore?: bigint;
  /** The time of the purchase that the event stated before an import corrected it, in milliseconds since 1970. */
  readonly placedBefore?: number;
}
