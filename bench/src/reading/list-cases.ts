import type { CustomerConditions } from '#libs/core';
import { CUSTOMER_SORTS, type CustomerSort } from '#libs/dto';
import type { CustomerFilter } from './built-list.js';

/** The query without the position in the list. */
export interface ListCase {
  readonly sort: CustomerSort;
  readonly filterName: string;
  readonly filter: CustomerFilter;
}

const ALL: CustomerFilter = { labels: null, minScore: null, maxScore: null, conditions: {} };
const on = (conditions: CustomerConditions): CustomerFilter => ({ ...ALL, conditions });

/** Filters from none to narrow score ranges with almost no customers, in the densest part of the scores, and to conditions few or many meet. */
const FILTERS: Readonly<Record<string, CustomerFilter>> = {
  'no filter': ALL,
  'one label': { ...ALL, labels: ['high'] },
  'two labels': { ...ALL, labels: ['low', 'critical'] },
  'wide range': { ...ALL, minScore: 0.2345, maxScore: 0.9876 },
  'narrow range': { ...ALL, minScore: 0.1777, maxScore: 0.1799 },
  'thin range': { ...ALL, minScore: 0.9962, maxScore: 0.9963 },
  'label and range': { ...ALL, labels: ['critical'], minScore: 0.3, maxScore: 0.9955 },
  slipping: on({ lifecycle: ['slipping'] }),
  'late since 7 days': on({ late_since_from: '7d' }),
  'entered since 7 days': on({ entered_since: '7d' }),
  'entered since 90 days, slipping': on({ entered_since: '90d', lifecycle: ['slipping'] }),
  'ordered in 2 days': on({ last_order_from: '2d' }),
  'high spend': on({ spend_min: 1800 }),
  'no order for a year': on({ last_order_to: '365d' }),
  'at least 20 orders': on({ orders_min: 20 }),
};

/** The value of a contact orders differently: by what the experiments of the shop say at the moment of the question. */
const STORED_SORTS = CUSTOMER_SORTS.filter((sort) => sort !== 'contact_value_desc');

export const LIST_CASES: readonly ListCase[] = STORED_SORTS.flatMap((sort) =>
  Object.entries(FILTERS).map(([filterName, filter]) => ({ sort, filterName, filter })),
);

/** Returns the query string of a case, as a merchant writes it. */
export function toQuery({ sort, filter }: ListCase, limit: number, cursor: string | null): string {
  const query = new URLSearchParams({ sort, limit: String(limit) });
  for (const label of filter.labels ?? []) query.append('churn_label', label);
  if (filter.minScore !== null) query.set('min_score', String(filter.minScore));
  if (filter.maxScore !== null) query.set('max_score', String(filter.maxScore));
  for (const [name, value] of Object.entries(filter.conditions)) query.set(name, String(value));
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}
