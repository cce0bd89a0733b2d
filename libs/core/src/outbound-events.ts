import type { Label } from './labels.js';

/** The payloads of outbound webhooks on the wire. */
export interface ChurnScoreChanged {
  readonly event: 'customer.churn_score.changed';
  readonly customer_id: string;
  readonly previous_score: number;
  readonly new_score: number;
  readonly previous_label: Label;
  readonly new_label: Label;
  readonly model_version: string;
}

export interface HighRiskDetected {
  readonly event: 'customer.high_risk.detected';
  readonly customer_id: string;
  readonly score: number;
  readonly label: Label;
  readonly model_version: string;
}

/** Four in five customers with the rhythm of this one would have ordered again by now. Once for each silence. */
export interface OrderOverdue {
  readonly event: 'customer.order_overdue';
  readonly customer_id: string;
  /** ISO 8601, UTC. */
  readonly last_order_at: string;
  /** The UTC day on which the customer became late, `2026-11-21`. */
  readonly overdue_since: string;
  readonly score: number;
  readonly label: Label;
  readonly model_version: string;
}

/** Half of those who order a second time have done so by now, and this customer has not. Once for each first order. */
export interface SecondOrderDue {
  readonly event: 'customer.second_order_due';
  readonly customer_id: string;
  /** ISO 8601, UTC. */
  readonly last_order_at: string;
  /** The UTC day on which it became due, `2026-11-21`. */
  readonly due_since: string;
  readonly score: number;
  readonly label: Label;
  readonly model_version: string;
}

export type OutboundEvent = ChurnScoreChanged | HighRiskDetected | OrderOverdue | SecondOrderDue;

/** An outbox event for destinations that keep profiles: the values of the customer have changed. No webhook gets it. */
export interface ProfileChanged {
  readonly event: 'profile.changed';
}

/** The events that wait in the outbox. */
export type OutboxPayload = OutboundEvent | ProfileChanged;

/** The events that a webhook gets unless it chooses. */
export const DEFAULT_EVENT_TYPES = [
  'customer.churn_score.changed',
  'customer.high_risk.detected',
] as const satisfies OutboundEvent['event'][];

/** The events that a webhook can choose. */
export const OUTBOUND_EVENT_TYPES = [
  ...DEFAULT_EVENT_TYPES,
  'customer.order_overdue',
  'customer.second_order_due',
] as const satisfies OutboundEvent['event'][];

/** Tells whether a webhook gets an event. @param chosen null when it has not chosen */
export const wantsEvent = (chosen: readonly OutboundEvent['event'][] | null, event: OutboundEvent['event']): boolean =>
  (chosen ?? DEFAULT_EVENT_TYPES).includes(event);

/** `failed`: an attempt failed and there will be another. `dead_letter`: given up. */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed', 'dead_letter'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
