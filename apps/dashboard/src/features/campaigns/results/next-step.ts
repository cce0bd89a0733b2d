import type { CampaignDto } from '../../../api/schema';
import { text } from '../text';
import { areTooSmall, type Compared, outcomeOf, resultExpectedAt } from './outcome';

const t = text.results.next;

/** The advice after a result, and the button that follows it. */
export interface NextStep {
  readonly advice: string;
  readonly action: 'send' | 'edit' | null;
}

type Sent = Pick<CampaignDto, 'status' | 'holdout_percent' | 'last_sent_at' | 'cooldown_days'>;

/** Returns the next step for a shop after the result of a campaign. @param reachable customers who would get the campaign now */
export function nextStepOf(results: Compared, campaign: Sent, reachable: number, day: (instant: string) => string): NextStep | null {
  if (campaign.status === 'archived') return null;
  const outcome = outcomeOf(results, campaign.holdout_percent);
  switch (outcome.kind) {
    case 'works':
      if (campaign.status === 'paused') return { advice: t.paused, action: null };
      return reachable === 0 ? { advice: t.nobody, action: null } : { advice: t.again(reachable, campaign.cooldown_days), action: 'send' };
    case 'harms':
      return { advice: t.change, action: 'edit' };
    case 'noDifference':
      return { advice: t.other, action: 'edit' };
    case 'unmeasurable':
      return { advice: t.control, action: 'edit' };
    case 'early':
      return earlyStep(results, campaign, reachable, day);
  }
}

function earlyStep(results: Compared, campaign: Sent, reachable: number, day: (instant: string) => string): NextStep | null {
  if (areTooSmall(results)) {
    const maySend = reachable > 0 && campaign.status !== 'paused';
    return maySend ? { advice: t.grow(reachable), action: 'send' } : { advice: t.growLater, action: 'edit' };
  }
  const at = resultExpectedAt(results, campaign);
  return at === null ? null : { advice: t.wait(day(at)), action: null };
}
