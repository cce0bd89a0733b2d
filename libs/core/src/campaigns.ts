import { type CustomerConditions, NO_CONDITIONS } from './selecting/customer-conditions.js';
import { CONTACT_LIFECYCLES, type Label } from './labels.js';

/** People can send a `draft` or `active` campaign. Schedules and triggers send only `active` ones. `archived` is final. */
export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The ways of a campaign to the customers. `webhook`: the tenant's server gets them. `download`: a person downloads the list and contacts them. */
export const CAMPAIGN_CHANNELS = ['webhook', 'download'] as const;
export type CampaignChannel = (typeof CAMPAIGN_CHANNELS)[number];

/** The allowed changes of status; keeping the status is always allowed. */
export const CAMPAIGN_TRANSITIONS = {
  draft: ['active', 'archived'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: [],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

/**
 * The states of a part of a send. `open`: no worker has processed it. `sending`: its delivery is under way, or its list waits for a person,
 * and its customers are reserved. `delivered`: both of its groups count from then on. `undelivered`: it was given up, and its customers are
 * free.
 */
export type CampaignPartState = 'open' | 'sending' | 'delivered' | 'undelivered';

/** The triggers of a campaign: a customer enters high or critical from below, enters critical from any other label, becomes late, or has the second order due. */
export const CAMPAIGN_TRIGGERS = ['entered_high', 'entered_critical', 'overdue', 'second_order_due'] as const;
export type CampaignTrigger = (typeof CAMPAIGN_TRIGGERS)[number];

/**
 * Why a send that chose a customer did not contact them, if they are not in the control group of its campaign. `tenant_control`: they are
 * in the tenant-wide control group. `other_control`: another campaign has them in its control group, and this one would have contacted them.
 * `other_control_holdout`: likewise, and this one would have had them in its control group, too.
 */
export type Spared = 'tenant_control' | 'other_control' | 'other_control_holdout';

/** The group of a customer in a send. `holdout`: the control group of its campaign. */
export type ChosenAs = 'contacted' | 'holdout' | Spared;

/** A choice of a customer by a campaign, as far as it changes how to read the outcomes of the customer. Days are UTC day numbers. */
export interface Contact {
  /** The day of the delivery. */
  readonly day: number;
  /** The last day on which an order can be an answer. */
  readonly until: number;
  /** 0: contacted. Otherwise the number of chosen customers that this customer of a control group represents, 1 or more. */
  readonly standsFor: number;
  /** A number of the draw that made the control group. A draw puts each customer into one group. */
  readonly draw: number;
}

/**
 * The control groups that must not be contacted now. `shop`: that of the shop. `campaign`: that of a campaign with an open window. `none`:
 * neither, so the customer can be contacted.
 */
export const CONTROL_GROUPS = ['shop', 'campaign', 'none'] as const;
export type ControlGroup = (typeof CONTROL_GROUPS)[number];

/** The audience of a campaign, in the database and on the wire. Null: no condition. Days ago count from the time of each send. */
export interface CampaignAudience extends CustomerConditions {
  readonly labels: readonly Label[] | null;
  /** 0 to 1, both included. */
  readonly min_score: number | null;
  readonly max_score: number | null;
  /** In the currency of the shop. */
  readonly min_monetary: number | null;
  readonly min_revenue_at_risk: number | null;
  /** Only customers where a contact is worth more than it costs. */
  readonly worth_contacting?: true | null;
  /** Id of a segment: only its customers, at the time of each send. */
  readonly segment?: string | null;
}

/** The audience without conditions. */
export const EVERYBODY: CampaignAudience = {
  labels: null,
  min_score: null,
  max_score: null,
  min_monetary: null,
  min_revenue_at_risk: null,
  ...NO_CONDITIONS,
};

/** The default audience of a campaign: customers who have missed their next order and can still be won. */
export const DEFAULT_AUDIENCE: CampaignAudience = { ...EVERYBODY, lifecycle: CONTACT_LIFECYCLES };

/** The same for the trigger `overdue`: some customers are late although their score is low. */
export const OVERDUE_AUDIENCE: CampaignAudience = { ...EVERYBODY, lifecycle: ['active', ...CONTACT_LIFECYCLES] };

/** The same for the trigger `second_order_due`. */
export const SECOND_DUE_AUDIENCE: CampaignAudience = { ...EVERYBODY, lifecycle: ['second_order_due'] };

/** An offer of a campaign that is compared with the others and the control group, in the database and on the wire. */
export interface CampaignArm {
  /** Unique within the campaign, regardless of case. */
  readonly name: string;
  /** The text or the code of the offer; null: the recipient of the list knows it by the name. */
  readonly text: string | null;
  /** The cost of one contact, in the currency of the shop. */
  readonly contact_cost: number;
  /** The cost of the offer for each customer who orders, in the currency of the shop, beside what the amount of the order lacks already. */
  readonly redemption_cost: number;
}

/** The difference of return rates that an experiment should be able to find, unless the campaign names another. */
export const DEFAULT_HOPED_EFFECT = 0.05;

/** The customers of a delivery who get the same offer. */
export type ArmRecipients = Readonly<{ name: string; text: string | null; customer_external_ids: readonly string[] }>;

/** The payload of a campaign, or of one part of it, on the wire. */
export interface CampaignSent {
  readonly event: 'retention.campaign.sent';
  readonly campaign_id: string;
  readonly campaign_name: string;
  readonly customer_external_ids: readonly string[];
  readonly recipients_count: number;
  /** The same customers by the offer that they get; absent for a campaign without arms. */
  readonly arms?: readonly ArmRecipients[];
}
