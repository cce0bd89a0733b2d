import { isPseudonym } from '#libs/order-import';
import type { ListSearch } from '../../../shared/customer-list/list-search';
import { shortIdentifier } from '../../../format/short-identifier';
import type { ShopFormat } from '../../../format/shop-format';
import { commonText } from '../../../text/common';
import { text } from '../text';

const t = text.chips;

/** A filter that is on, in words, and the change that removes it. */
export interface FilterChip {
  readonly label: string;
  readonly removal: ListSearch;
}

const percent = (value: number): string => `${value}%`;

/** Returns the filters of a search in the order of the filter bar. */
export function filterChips(search: ListSearch, format: Pick<ShopFormat, 'day' | 'utcDate' | 'number' | 'money'>): FilterChip[] {
  const { q, lifecycle, labels, min, max, late, entered, orderedFrom, orderedTo, ordersMin, ordersMax, spentMin, spentMax } = search;
  const { control, consent, bought, neverBought } = search;
  const money = (value: number): string => format.money(value, 'round');
  const chips: (FilterChip | null)[] = [
    q === undefined ? null : { label: isPseudonym(q) ? t.address(shortIdentifier(q)) : t.q(q), removal: { q: undefined } },
    lifecycle === undefined
      ? null
      : { label: t.lifecycle(lifecycle.map((one) => commonText.lifecycle[one]).join(', ')), removal: { lifecycle: undefined } },
    labels === undefined ? null : { label: t.labels(labels.map((one) => commonText.risk[one]).join(', ')), removal: { labels: undefined } },
    rangeChip(text.score, [min, max], percent, { min: undefined, max: undefined }),
    late === undefined ? null : { label: text.lateSince[late], removal: { late: undefined } },
    entered === undefined ? null : { label: t.entered[entered], removal: { entered: undefined } },
    rangeChip(text.lastOrder, [orderedFrom, orderedTo], format.utcDate, { orderedFrom: undefined, orderedTo: undefined }),
    rangeChip(text.ordersRange, [ordersMin, ordersMax], format.number, { ordersMin: undefined, ordersMax: undefined }),
    control === undefined ? null : { label: text.controlGroup[control], removal: { control: undefined } },
    consent === undefined ? null : { label: text.consentFilter[consent], removal: { consent: undefined } },
    bought === undefined ? null : { label: text.boughtOf(bought), removal: { bought: undefined } },
    neverBought === undefined ? null : { label: text.neverBoughtOf(neverBought), removal: { neverBought: undefined } },
    rangeChip(text.columns.spent, [spentMin, spentMax], money, { spentMin: undefined, spentMax: undefined }),
  ];
  return chips.filter((chip) => chip !== null);
}

function rangeChip<Value>(
  field: string,
  [from, to]: readonly [Value | undefined, Value | undefined],
  write: (value: Value) => string,
  removal: ListSearch,
): FilterChip | null {
  if (from !== undefined && to !== undefined) return { label: t.between(field, write(from), write(to)), removal };
  if (from !== undefined) return { label: t.from(field, write(from)), removal };
  return to === undefined ? null : { label: t.upTo(field, write(to)), removal };
}
