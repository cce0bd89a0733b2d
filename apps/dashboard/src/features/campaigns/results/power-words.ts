import { campaignsFor } from '../control-group';
import { text } from '../text';
import { type Compared, points } from './outcome';

const t = text.results;

/**
 * Says which effect the groups can show. Asking for more customers than the shop has does not help: then it says what the shop can do
 * instead.
 * @param shop customers of the shop; null while they are not known
 */
export function powerWords({ power, treated, holdout }: Pick<Compared, 'power' | 'treated' | 'holdout'>, shop: number | null): string {
  if (power === null) return '';
  const effect = points(power.effect).slice(1);
  const chosen = treated.n + holdout.n;
  const all = chosen + power.customers_needed;
  if (shop === null || power.customers_needed === 0 || all <= shop) return t.power(effect, power.customers_needed);
  const visible = power.detectable_effect === null ? null : points(power.detectable_effect).slice(1);
  return t.beyondShop(shop, effect, visible, campaignsFor(all, chosen));
}
