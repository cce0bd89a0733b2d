import type { CampaignDto } from '../../../api/schema';
import type { ShopFormat } from '../../../format/shop-format';
import { NEEDED_PER_GROUP } from '../control-group';
import { text } from '../text';
import { type Compared, hasOrders, resultExpectedAt } from './outcome';

const t = text.results;

/** Says what is missing for a result, and when it can be expected. Groups that are too small never give one by waiting. */
export function earlyWords(results: Compared, campaign: Pick<CampaignDto, 'last_sent_at'>, format: Pick<ShopFormat, 'date'>): string {
  const { treated, holdout } = results;
  const at = resultExpectedAt(results, campaign);
  const smallest = Math.min(treated.n, holdout.n);
  return [
    ...(hasOrders(results) ? [] : [t.noOrders]),
    t.early(NEEDED_PER_GROUP, treated.matured, holdout.matured),
    ...(smallest < NEEDED_PER_GROUP ? [t.tooSmall(treated.n, holdout.n)] : at === null ? [] : [t.expected(format.date(at))]),
  ].join(' ');
}
