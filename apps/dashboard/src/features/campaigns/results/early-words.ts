import type { CampaignDto } from '../../../api/schema';
import type { ShopFormat } from '../../../format/shop-format';
import { NEEDED_PER_GROUP } from '../control-group';
import { text } from '../text';
import { areTooSmall, type Compared, hasOrders, resultExpectedAt } from './outcome';

const t = text.results;

/** Explains why the result is not known yet, and when to expect it. Groups that are too small never give one by waiting. */
export function earlyWords(results: Compared, campaign: Pick<CampaignDto, 'last_sent_at'>, format: Pick<ShopFormat, 'date'>): string {
  const { treated, holdout } = results;
  if (areTooSmall(results)) return t.tooSmall(NEEDED_PER_GROUP, treated.n, holdout.n);
  const at = resultExpectedAt(results, campaign);
  const when = at === null ? t.early(NEEDED_PER_GROUP, treated.matured, holdout.matured) : t.expected(format.date(at));
  return hasOrders(results) ? when : `${when} ${t.noOrders}`;
}
