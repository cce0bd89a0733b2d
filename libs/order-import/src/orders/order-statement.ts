import type { EventData, OutgoingEvent } from '../outgoing-event.js';
import type { SoldItem } from '../sold-items.js';
import { eventIdOf, RepeatCounter } from './event-identity.js';

/** All that a file says about one order. Amounts are in `currency`; null is the tenant's own. */
export interface StatedOrder {
  readonly orderId: string;
  /** The number by which people know the order, where it is not the id: `#1001`. */
  readonly orderNumber: string | null;
  readonly customerId: string;
  readonly placedAt: Date;
  /** Null: the file has no amounts. */
  readonly total: number | null;
  readonly currency: string | null;
  /** Null: the order is not cancelled. */
  readonly cancelledAt: Date | null;
  /** The total that was refunded by the time of the export, or all of it; null: the file does not say. */
  readonly refunded: number | 'all' | null;
  /** Null: the file does not say. */
  readonly acceptsMarketing: boolean | null;
  /** None: the file names no products. */
  readonly items: readonly SoldItem[];
}

/** A refund that has a row of its own. */
export interface StatedRefund extends Pick<StatedOrder, 'orderId' | 'customerId' | 'currency'> {
  readonly at: Date;
  /** Null: all that is left of the order. */
  readonly amount: number | null;
  /** The order that was returned, where the refund has a number of its own. */
  readonly of?: string | null;
}

/**
 * Returns the fields of `data` that say whether the customer accepts marketing.
 * @param askedAt when the customer said so, if it is not the time of the event: a later cancellation says nothing new of it
 */
export const consentData = (
  accepts: boolean | null,
  askedAt: Date | null = null,
): Pick<EventData, 'accepts_marketing' | 'accepts_marketing_updated_at'> =>
  accepts === null
    ? {}
    : { accepts_marketing: accepts, ...(askedAt === null ? {} : { accepts_marketing_updated_at: askedAt.toISOString() }) };

/**
 * Makes the events of the orders and refunds of one file. An order is one event, and its id names the order but none of its values. So a
 * later file replaces the whole event, for example with an edited amount, a withdrawn cancellation or a smaller refund. The service
 * compares the content to see whether anything has changed.
 */
export class OrderStatements {
  /** Rows that repeat an order number state something each, so they need ids that stay apart. */
  private readonly repeats = new RepeatCounter();

  order({
    orderId,
    orderNumber,
    customerId,
    placedAt,
    total,
    currency,
    cancelledAt,
    refunded,
    acceptsMarketing,
    items,
  }: StatedOrder): OutgoingEvent {
    // A refund of all leaves nothing of the order, also where the file has no amount or the amount that is left.
    const isVoid = refunded === 'all' && (total === null || total === 0);
    const endedAt = cancelledAt ?? (isVoid ? placedAt : null);
    const refundedTotal = refunded === 'all' ? total : refunded;
    return {
      event_id: this.idOf('order', [orderId]),
      customer_id: customerId,
      event_type: endedAt === null ? 'order_completed' : 'order_cancelled',
      occurred_at: (endedAt ?? placedAt).toISOString(),
      ...(total === null ? {} : { value: total }),
      data: {
        order_id: orderId,
        ...(orderNumber === null ? {} : { order_number: orderNumber }),
        ...(currency === null ? {} : { currency }),
        ...(endedAt === null ? {} : { placed_at: placedAt.toISOString() }),
        ...(refundedTotal === null ? {} : { refunded_total: refundedTotal }),
        ...consentData(acceptsMarketing, endedAt === null ? null : placedAt),
        ...(items.length > 0 && endedAt === null && { items }),
      },
    };
  }

  refund({ orderId, customerId, at, amount, currency, of }: StatedRefund): OutgoingEvent {
    return {
      event_id: this.idOf('refund', [orderId, at.toISOString()]),
      customer_id: customerId,
      event_type: 'order_refunded',
      occurred_at: at.toISOString(),
      ...(amount === null ? {} : { value: amount }),
      data: { order_id: of ?? orderId, ...(currency === null ? {} : { currency }) },
    };
  }

  private idOf(kind: 'order' | 'refund', names: readonly string[]): string {
    return eventIdOf(kind, [...names, this.repeats.ordinal([kind, ...names])]);
  }
}
