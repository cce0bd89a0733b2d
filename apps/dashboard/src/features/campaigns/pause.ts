import type { CampaignDto } from '../../api/schema';

/**
 * Returns the days after which the customers of a campaign may be contacted again: when the pause is over, and an order no longer counts as an
 * answer.
 */
export const pauseOf = (campaign: Pick<CampaignDto, 'cooldown_days' | 'contact_within_window'>, windowDays: number): number =>
  campaign.cooldown_days === 0 || campaign.contact_within_window ? campaign.cooldown_days : Math.max(campaign.cooldown_days, windowDays);
