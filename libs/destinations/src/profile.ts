import type { CampaignArm, Label, Lifecycle } from '#libs/core';

/** The values of a customer that vendors keep in a profile. */
export interface Profile {
  /** Internal id. */
  readonly id: string;
  /** The tenant's own identifier. */
  readonly externalId: string;
  /** From 0 to 1. */
  readonly churnScore: number;
  readonly churnLabel: Label;
  readonly lifecycle: Lifecycle | null;
  /** In the currency of the tenant. */
  readonly revenueAtRisk: number;
  /** Day on which half of similar customers have ordered again, `2026-12-03`; null while the shop has no rhythm. */
  readonly nextOrderP50: string | null;
  /** The offer of the latest campaign with offers that chose the customer, with empty texts in its control group; null without such a campaign. */
  readonly offer: Pick<CampaignArm, 'name' | 'text'> | null;
}
