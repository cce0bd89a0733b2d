import type { AudiencePreviewDto, CampaignDto } from '../../../api/schema';
import { pauseOf } from '../pause';
import { text } from '../text';
import { areTooSmall, type Compared, outcomeOf, resultExpectedAt } from './outcome';

const t = text.results.next;

/** The advice after a result, and the button that follows it. */
export interface NextStep {
  readonly advice: string;
  readonly action: 'send' | 'edit' | 'create' | null;
}

type Sent = Pick<CampaignDto, 'status' | 'holdout_percent' | 'last_sent_at' | 'cooldown_days' | 'contact_within_window'>;
/** Customers who would get the campaign now, and the days within which an order would count as an answer. */
type Next = Pick<AudiencePreviewDto, 'recipients_count' | 'window_days'>;

/** A result, and the offer that earns most, where a campaign has compared offers. */
type Result = Compared & { readonly best_arm?: string | null };

/** Returns the next step for a shop after the result of a campaign. */
export function nextStepOf(results: Result, campaign: Sent, next: Next, day: (instant: string) => string): NextStep | null {
  const { recipients_count: reachable, window_days: windowDays } = next;
  if (campaign.status === 'archived') return null;
  const outcome = outcomeOf(results, campaign.holdout_percent);
  // All offers together may show nothing while one of them pays.
  if (results.best_arm != null && outcome.kind !== 'harms') return { advice: t.best(results.best_arm), action: 'create' };
  switch (outcome.kind) {
    case 'works':
      if (campaign.status === 'paused') return { advice: t.paused, action: null };
      return reachable === 0
        ? { advice: t.nobody, action: null }
        : { advice: t.again(reachable, pauseOf(campaign, windowDays)), action: 'send' };
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
