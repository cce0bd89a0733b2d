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

export type OutboundEvent = ChurnScoreChanged | HighRiskDetected;

/** An outbox event for destinations that keep profiles: the values of the customer have changed. No webhook gets it. */
export interface ProfileChanged {
  readonly event: 'profile.changed';
}

/** The events that wait in the outbox. */
export type OutboxPayload = OutboundEvent | ProfileChanged;

/** The events that go to the tenant's own endpoint. */
export const OUTBOUND_EVENT_TYPES = [
  'customer.churn_score.changed',
  'customer.high_risk.detected',
] as const satisfies OutboundEvent['event'][];

/** `failed`: an attempt failed and there will be another. `dead_letter`: given up. */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed', 'dead_letter'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
