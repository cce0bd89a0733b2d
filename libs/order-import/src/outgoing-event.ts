import type { SoldItem } from './sold-items.js';

/** An event in the format of `POST /events`. `occurred_at` is ISO 8601 in UTC, `value` an amount of money. */
export interface OutgoingEvent {
  readonly event_id: string;
  readonly customer_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly value?: number;
  readonly data?: EventData;
}

/** Details of an event: its order, its currency, and a mark for simulated events. */
export type EventData = {
  readonly order_id?: string;
  /** The number by which people know the order. */
  readonly order_number?: string;
  readonly currency?: string;
  /** The time of the purchase, where the event has another time. ISO 8601 in UTC. */
  readonly placed_at?: string;
  /** The total that was refunded by the time of the export. */
  readonly refunded_total?: number;
  /** True: the customer accepts marketing, as the shop knows it. */
  readonly accepts_marketing?: boolean;
  /** The time at which the customer said so; absent: that of the event. */
  readonly accepts_marketing_updated_at?: string;
  readonly simulated?: boolean;
  readonly items?: readonly SoldItem[];
  /** Fields of a `customer_history`: the number and the sum of all orders, the first, the last, and the end of the time that is summed up. */
  readonly orders?: number;
  readonly spent?: number;
  readonly first_order_at?: string;
  readonly last_order_at?: string;
  readonly until?: string;
};

/** Returns whether an event states an order that was refunded as a whole, so that it does not count. */
export const isRefundedOrder = ({ event_type: type, value, data }: OutgoingEvent): boolean =>
  type === 'order_completed' && value !== undefined && (data?.refunded_total ?? 0) > 0 && (data?.refunded_total ?? 0) >= value;
