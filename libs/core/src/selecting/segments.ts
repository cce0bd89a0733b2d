import type { CampaignAudience, ControlGroup } from '../campaigns.js';
import { CONDITION_RANGES, type CustomerConditions, NO_CONDITIONS, startOfConditionDay } from './customer-conditions.js';

/** The conditions of a segment, in the database and on the wire. Days ago stay relative, so that a segment is true next week, too. */
export interface SegmentFilter extends CustomerConditions, Pick<CampaignAudience, 'labels' | 'min_score' | 'max_score'> {
  /** Campaigns do not have this condition. Each leaves out all control groups, and records the members that it would have chosen. */
  readonly control_group?: readonly ControlGroup[] | null;
}

/** The conditions of a segment, and its customers where they were listed. */
export interface CustomerChoice extends SegmentFilter {
  /** Internal ids of the customers who may be chosen; null or absent: all. */
  readonly among?: readonly string[] | null;
}

export const NO_FILTER: SegmentFilter = { labels: null, min_score: null, max_score: null, ...NO_CONDITIONS, control_group: null };

export interface ReadyMadeSegment {
  readonly id: string;
  readonly name: string;
  readonly filter: SegmentFilter;
}

/** The orders from which a customer counts as a regular here. */
const REGULAR_ORDERS = 5;

/** Segments that every tenant has and cannot change. */
export const READY_MADE_SEGMENTS: readonly ReadyMadeSegment[] = [
  { id: 'slipping', name: 'Slipping away', filter: { ...NO_FILTER, lifecycle: ['slipping'] } },
  {
    id: 'slipping-this-week',
    name: 'Slipping away, overdue since this week',
    filter: { ...NO_FILTER, lifecycle: ['slipping'], late_since_from: '7d' },
  },
  {
    id: 'slipping-regulars',
    name: 'Regulars slipping away',
    filter: { ...NO_FILTER, lifecycle: ['slipping'], orders_min: REGULAR_ORDERS },
  },
  { id: 'entered-high-risk', name: 'Entered high risk this week', filter: { ...NO_FILTER, entered_since: '7d' } },
  { id: 'second-order-due', name: 'Second order due', filter: { ...NO_FILTER, lifecycle: ['second_order_due'] } },
  {
    id: 'one-order',
    name: 'One order, now late',
    filter: { ...NO_FILTER, lifecycle: ['second_order_due'], late_since_to: '0d', orders_min: 1, orders_max: 1 },
  },
  { id: 'control-group', name: 'Control group: send them nothing', filter: { ...NO_FILTER, control_group: ['shop', 'campaign'] } },
];

export const readyMadeSegment = (id: string): ReadyMadeSegment | null => READY_MADE_SEGMENTS.find((segment) => segment.id === id) ?? null;

const RANGES = [['min_score', 'max_score'], ...CONDITION_RANGES] as const;

type Place = string | number;

/** Returns the conditions of both: a customer must match each of the two. Labels or states that exclude each other match no customer. */
export function narrow<Choice extends CustomerChoice>(choice: Choice, other: CustomerChoice, now: Date): Choice {
  const placeOf = (value: Place): number => (typeof value === 'number' ? value : startOfConditionDay(value, now).getTime());
  const later = (a: Place, b: Place): Place => (placeOf(b) > placeOf(a) ? b : a);
  const earlier = (a: Place, b: Place): Place => (placeOf(b) < placeOf(a) ? b : a);
  const bounds = RANGES.flatMap(([first, last]) => [
    [first, both(choice[first], other[first], later)],
    [last, both(choice[last], other[last], earlier)],
  ]);
  return {
    ...choice,
    ...Object.fromEntries(bounds),
    entered_since: both(choice.entered_since, other.entered_since, later),
    labels: both(choice.labels, other.labels, common),
    lifecycle: both(choice.lifecycle, other.lifecycle, common),
    marketing_consent: both(choice.marketing_consent, other.marketing_consent, common),
    bought: both(choice.bought, other.bought, together),
    never_bought: both(choice.never_bought, other.never_bought, together),
    control_group: both(choice.control_group, other.control_group, common),
    among: both(choice.among, other.among, common),
  };
}

function common<Value>(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  const known = new Set(b);
  return a.filter((value) => known.has(value));
}

const together = <Value>(a: readonly Value[], b: readonly Value[]): readonly Value[] => [...new Set([...a, ...b])];

const both = <Value>(a: Value | null | undefined, b: Value | null | undefined, join: (a: Value, b: Value) => Value): Value | null =>
  a == null ? (b ?? null) : b == null ? a : join(a, b);
