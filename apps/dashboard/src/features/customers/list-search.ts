import { type Label, LABELS } from '../../api/labels';
import type { paths } from '../../api/schema';
import { text } from './text';

export type CustomerSort = keyof typeof text.sorts;

export const SORTS = Object.keys(text.sorts) as CustomerSort[];
/** Customers with the most revenue at risk come first. */
const DEFAULT_SORT: CustomerSort = 'revenue_at_risk_desc';

/** The filters and the order of the list. They are in the URL, so that a list can be bookmarked and shared. */
export interface ListSearch {
  readonly q?: string | undefined;
  readonly labels?: readonly Label[] | undefined;
  /** In percent. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly sort?: CustomerSort | undefined;
}

/** Ignores invalid values, so that old links still work. */
export function readListSearch({ q, labels, min, max, sort }: Record<string, unknown>): ListSearch {
  const known = LABELS.filter((label) => Array.isArray(labels) && labels.includes(label));
  const range = [percentOf(min), percentOf(max)] as const;
  const isRange = range[0] === undefined || range[1] === undefined || range[0] <= range[1];
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    labels: known.length > 0 && known.length < LABELS.length ? known : undefined,
    min: isRange ? range[0] : undefined,
    max: isRange ? range[1] : undefined,
    sort: SORTS.find((name) => name === sort && name !== DEFAULT_SORT),
  };
}

const percentOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100 ? value : undefined;

export const sortOf = ({ sort }: ListSearch): CustomerSort => sort ?? DEFAULT_SORT;

export const hasFilters = ({ q, labels, min, max }: ListSearch): boolean =>
  q !== undefined || labels !== undefined || min !== undefined || max !== undefined;

type ListQuery = NonNullable<paths['/dashboard/customers']['get']['parameters']['query']>;

/** Returns the query parameters of the API for a search. */
export const toListQuery = (search: ListSearch): ListQuery => ({
  sort: sortOf(search),
  ...(search.q !== undefined && { external_id_prefix: search.q }),
  ...(search.labels !== undefined && { churn_label: [...search.labels] }),
  ...(search.min !== undefined && { min_score: search.min / 100 }),
  ...(search.max !== undefined && { max_score: search.max / 100 }),
});
