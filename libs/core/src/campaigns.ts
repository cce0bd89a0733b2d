import type { Label } from './labels.js';

/** `draft` and `active` are sent when somebody says so; only `active` by itself, by schedule or trigger; `archived` is the end. */
export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** From where a campaign may go where; staying is always allowed. */
export const CAMPAIGN_TRANSITIONS = {
  draft: ['active', 'archived'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: [],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

/** What a customer does that a campaign may wait for: entering high or critical from below, or critical from anywhere else. */
export const CAMPAIGN_TRIGGERS = ['entered_high', 'entered_critical'] as const;
export type CampaignTrigger = (typeof CAMPAIGN_TRIGGERS)[number];

/** Whom a campaign is meant for, as it is stored and as it goes over the wire. Null: not narrowed by this. */
export interface CampaignAudience {
  readonly labels: readonly Label[] | null;
  /** 0 to 1, both included. */
  readonly min_score: number | null;
  readonly max_score: number | null;
  /** In the currency of the shop. */
  readonly min_monetary: number | null;
  readonly min_revenue_at_risk: number | null;
}

/** The payload of a campaign, or of a part of it, as it goes over the wire (interface, Events). */
export interface CampaignSent {
  readonly event: 'retention.campaign.sent';
  readonly campaign_id: string;
  readonly campaign_name: string;
  readonly customer_external_ids: readonly string[];
  readonly recipients_count: number;
}
