import type { ExpectedSumDto } from '../../api/schema';
import type { ShopFormat } from '../../format/shop-format';
import { text } from './text';

/** Says what is expected beyond the horizon. A sum without a range is left out, because it has not been tested on the past of the shop. */
export const laterOf = (sums: readonly ExpectedSumDto[], format: Pick<ShopFormat, 'money'>): string[] =>
  sums.flatMap(({ p10, p90, days }) =>
    p10 === null || p90 === null ? [] : [text.tiles.later(format.money(p10, 'short'), format.money(p90, 'short'), days)],
  );
