import { LABELS, type Label } from '../../api/labels';
import { areToContact, type ContactState, LIFECYCLES, type Lifecycle } from '../../api/lifecycle';
import type { CreateSegmentDto, paths } from '../../api/schema';
import { text } from './text';

export type CustomerSort = keyof typeof text.sorts;

export const SORTS = Object.keys(text.sorts) as CustomerSort[];
/** The list begins with the customers whom a campaign may contact, the most to win first. */
const DEFAULT_SORT: CustomerSort = 'to_win_desc';

export const SINCE = ['7d', '30d', '90d'] as const;
/** `any` keeps all late customers. */
export const LATE = ['any', ...SINCE] as const;
export type Late = (typeof LATE)[number];
/** `in`: customers of any control group, who must get nothing. `out`: all others. */
export const CONTROL = ['in', 'out'] as const;
/** `allowed`: customers who accept marketing or have not said anything. */
export const CONSENTS = ['yes', 'allowed', 'no', 'unknown'] as const;
/** The longest time ago, in days. */
export type Since = (typeof SINCE)[number];

/** The filters and the order of the list. They are in the URL, so that a list can be bookmarked and shared. */
export interface ListSearch {
  /** The id of a segment; the other filters narrow it. */
  readonly segment?: string | undefined;
  readonly q?: string | undefined;
  readonly labels?: readonly Label[] | undefined;
  readonly lifecycle?: readonly Lifecycle[] | undefined;
  /** In percent. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Keeps customers who are late, and became so within this time. */
  readonly late?: Late | undefined;
  /** Keeps customers who entered high or critical risk within this time. */
  readonly entered?: Since | undefined;
  /** Days such as `2026-11-21`. */
  readonly orderedFrom?: string | undefined;
  readonly orderedTo?: string | undefined;
  readonly ordersMin?: number | undefined;
  readonly ordersMax?: number | undefined;
  readonly spentMin?: number | undefined;
  readonly spentMax?: number | undefined;
  readonly control?: (typeof CONTROL)[number] | undefined;
  readonly consent?: (typeof CONSENTS)[number] | undefined;
  /** A category that customers have bought from, and one that they have not. */
  readonly bought?: string | undefined;
  readonly neverBought?: string | undefined;
  readonly sort?: CustomerSort | undefined;
}

/** A change that removes every filter and keeps the order. */
export const NO_FILTERS = {
  segment: undefined,
  q: undefined,
  labels: undefined,
  lifecycle: undefined,
  min: undefined,
  max: undefined,
  late: undefined,
  entered: undefined,
  orderedFrom: undefined,
  orderedTo: undefined,
  ordersMin: undefined,
  ordersMax: undefined,
  spentMin: undefined,
  spentMax: undefined,
  control: undefined,
  consent: undefined,
  bought: undefined,
  neverBought: undefined,
} as const satisfies ListSearch;

/** Ignores invalid values, so that old links still work. */
export function readListSearch(given: Record<string, unknown>): ListSearch {
  const { q, sort } = given;
  const [min, max] = rangeOf(percentOf(given['min']), percentOf(given['max']));
  const [orderedFrom, orderedTo] = rangeOf(dayOf(given['orderedFrom']), dayOf(given['orderedTo']));
  const [ordersMin, ordersMax] = rangeOf(wholeOf(given['ordersMin']), wholeOf(given['ordersMax']));
  const [spentMin, spentMax] = rangeOf(amountOf(given['spentMin']), amountOf(given['spentMax']));
  return {
    segment: segmentOf(given['segment']),
    q: typeof q === 'string' && q !== '' ? q : undefined,
    labels: someOf(LABELS, given['labels']),
    lifecycle: someOf(LIFECYCLES, given['lifecycle']),
    min,
    max,
    late: LATE.find((days) => days === given['late']),
    entered: SINCE.find((days) => days === given['entered']),
    orderedFrom,
    orderedTo,
    ordersMin,
    ordersMax,
    spentMin,
    spentMax,
    control: CONTROL.find((each) => each === given['control']),
    consent: CONSENTS.find((each) => each === given['consent']),
    bought: categoryOf(given['bought']),
    neverBought: categoryOf(given['neverBought']),
    sort: SORTS.find((name) => name === sort && name !== DEFAULT_SORT),
  };
}

/** Choosing every value is the same as no filter. */
function someOf<Value>(all: readonly Value[], given: unknown): readonly Value[] | undefined {
  const known = all.filter((value) => Array.isArray(given) && given.includes(value));
  return known.length > 0 && known.length < all.length ? known : undefined;
}

/** Ignores a range that ends before it begins. */
const rangeOf = <Value extends number | string>(from: Value | undefined, to: Value | undefined): readonly [Value?, Value?] =>
  from !== undefined && to !== undefined && from > to ? [] : [from, to];

/** The largest numbers that the API takes. */
const MOST = { percent: 100, orders: 1_000_000, spent: 1e12 } as const;
const isUpTo = (most: number, value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= most;
const percentOf = (value: unknown): number | undefined => (isUpTo(MOST.percent, value) && Number.isInteger(value) ? value : undefined);
const wholeOf = (value: unknown): number | undefined => (isUpTo(MOST.orders, value) && Number.isInteger(value) ? value : undefined);
const amountOf = (value: unknown): number | undefined => (isUpTo(MOST.spent, value) ? value : undefined);
/** The longest category that the API takes. */
const CATEGORY_LENGTH = 100;
const categoryOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= CATEGORY_LENGTH ? value : undefined;
const segmentOf = (value: unknown): string | undefined => (typeof value === 'string' && /^[\w-]{1,36}$/.test(value) ? value : undefined);
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const sortOf = ({ sort }: ListSearch): CustomerSort => sort ?? DEFAULT_SORT;

export const hasFilters = (search: ListSearch): boolean =>
  Object.keys(NO_FILTERS).some((name) => search[name as keyof typeof NO_FILTERS] !== undefined);

/** Returns the states of a list that has all customers to contact of them; null for another list. */
export const allToContact = (search: ListSearch): readonly ContactState[] | null =>
  areToContact(search.lifecycle) && !hasFilters({ ...search, lifecycle: undefined }) ? search.lifecycle : null;

type ListQuery = NonNullable<paths['/dashboard/customers']['get']['parameters']['query']>;

/** Returns the query parameters of the API for a search. */
export const toListQuery = (search: ListSearch): ListQuery => ({
  sort: sortOf(search),
  ...(search.segment !== undefined && { segment: search.segment }),
  ...(search.q !== undefined && { external_id_prefix: search.q }),
  ...(search.labels !== undefined && { churn_label: [...search.labels] }),
  ...(search.lifecycle !== undefined && { lifecycle: [...search.lifecycle] }),
  ...(search.min !== undefined && { min_score: search.min / 100 }),
  ...(search.max !== undefined && { max_score: search.max / 100 }),
  ...(search.late !== undefined && (search.late === 'any' ? { late_since_to: '0d' } : { late_since_from: search.late })),
  ...(search.entered !== undefined && { entered_since: search.entered }),
  ...(search.orderedFrom !== undefined && { last_order_from: search.orderedFrom }),
  ...(search.orderedTo !== undefined && { last_order_to: search.orderedTo }),
  ...(search.ordersMin !== undefined && { orders_min: search.ordersMin }),
  ...(search.ordersMax !== undefined && { orders_max: search.ordersMax }),
  ...(search.spentMin !== undefined && { spend_min: search.spentMin }),
  ...(search.spentMax !== undefined && { spend_max: search.spentMax }),
  ...(search.control !== undefined && {
    control_group: search.control === 'in' ? (['shop', 'campaign'] as const).slice() : ['none' as const],
  }),
  ...(search.consent !== undefined && {
    marketing_consent: search.consent === 'allowed' ? (['yes', 'unknown'] as const).slice() : [search.consent],
  }),
  ...(search.bought !== undefined && { bought: [search.bought] }),
  ...(search.neverBought !== undefined && { never_bought: [search.neverBought] }),
});

/** Returns the filters as the conditions of a segment; null when there are none, or some that a segment cannot have. */
export function segmentFilterOf(search: ListSearch): CreateSegmentDto['filter'] | null {
  const { sort: _sort, churn_label: labels, segment, external_id_prefix: prefix, ...conditions } = toListQuery(search);
  if (segment !== undefined || prefix !== undefined || !hasFilters(search)) return null;
  return { ...conditions, ...(labels !== undefined && { labels }) };
}
