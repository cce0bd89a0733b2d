export type ChurnLabel = 'low' | 'medium' | 'high' | 'critical';

/** A customer's label changed. `customer_id` is the merchant's own; scores are from 0 to 1. */
export interface ChurnScoreChanged {
  readonly event: 'customer.churn_score.changed';
  readonly customer_id: string;
  readonly previous_score: number;
  readonly new_score: number;
  readonly previous_label: ChurnLabel;
  readonly new_label: ChurnLabel;
  readonly model_version: string;
}

/** A customer's label rose to `high` or `critical`. */
export interface HighRiskDetected {
  readonly event: 'customer.high_risk.detected';
  readonly customer_id: string;
  readonly score: number;
  readonly label: ChurnLabel;
  readonly model_version: string;
}

/** The next order of a customer is overdue: four in five customers with this rhythm would have ordered by now. Once for each silence. */
export interface OrderOverdue {
  readonly event: 'customer.order_overdue';
  readonly customer_id: string;
  /** ISO 8601, UTC. */
  readonly last_order_at: string;
  /** The UTC day on which it became overdue, such as `2026-11-21`. */
  readonly overdue_since: string;
  readonly score: number;
  readonly label: ChurnLabel;
  readonly model_version: string;
}

/** The second order of a customer is due: half of those who order a second time have done so by now. Once for each first order. */
export interface SecondOrderDue {
  readonly event: 'customer.second_order_due';
  readonly customer_id: string;
  /** ISO 8601, UTC. */
  readonly last_order_at: string;
  /** The UTC day on which it became due, such as `2026-11-21`. */
  readonly due_since: string;
  readonly score: number;
  readonly label: ChurnLabel;
  readonly model_version: string;
}

/** A campaign contacts these customers. A large campaign sends several of these. */
export interface CampaignSent {
  readonly event: 'retention.campaign.sent';
  readonly campaign_id: string;
  readonly campaign_name: string;
  readonly customer_external_ids: readonly string[];
  readonly recipients_count: number;
  /** The same customers by the offer that they get; absent for a campaign that compares no offers. */
  readonly arms?: readonly CampaignArm[];
}

/** The customers of a campaign who get the same offer. */
export interface CampaignArm {
  readonly name: string;
  readonly text: string | null;
  readonly customer_external_ids: readonly string[];
}

/** The events that the service sends. Later versions may send others: ignore an `event` that you do not know. */
export type WebhookEvent = ChurnScoreChanged | HighRiskDetected | OrderOverdue | SecondOrderDue | CampaignSent;
