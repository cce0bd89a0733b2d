import { LOOKBACK_DAYS, NO_ACTIVITY, SIGNALS, signalNumber, signalsOf, SUBSCRIPTION_DAYS } from '../orders/activity.js';
import type { Activity, BehaviourGroup } from '../orders/activity.js';
import type { Covariates } from '../orders/order-days.js';
import { endOnDay } from '../orders/sparse-rows.js';
import { isTraitGroup, traitAt, traitName } from '../orders/traits.js';
import type { TraitGroup } from '../orders/traits.js';
import { subscriptionAt } from './subscription.js';
import { rankIn } from './trait-scale.js';
import type { TraitScale } from './trait-scale.js';

/** Predictors other than the orders. A model uses all of a group or none: a group of behaviour, or a trait. */
export type PredictorGroup = BehaviourGroup | TraitGroup;

/** Windows in days over which a signal is counted. Another column holds the days since its last event. */
const WINDOWS_DAYS = [7, 30, 90] as const;
/** Columns of a signal: the days since the last one, and its counts. */
const COLUMNS_PER_SIGNAL = 1 + WINDOWS_DAYS.length;

/** The columns of the subscription. */
const SUBSCRIPTION_COLUMNS = 6;
const LONGEST_WAIT = 3;

/** The columns of a trait: the rank of its value, and whether it has none. */
const TRAIT_COLUMNS = 2;
const MIDDLE_RANK = 0.5;

/** Inputs that are the same for all customers of a shop. */
export interface BehaviourContext {
  /** In the order of `BEHAVIOUR_GROUPS`, and then the traits by name. */
  readonly groups: readonly PredictorGroup[];
  /** The scales of the traits among the groups. */
  readonly traits: readonly TraitScale[];
  readonly horizonDays: number;
  /** Days from one renewal of a subscription to the next, in this shop. */
  readonly renewalDays: number;
}

export function columnsOf(group: PredictorGroup): number {
  if (isTraitGroup(group)) return TRAIT_COLUMNS;
  return group === 'subscriptions' ? SUBSCRIPTION_COLUMNS : signalsOf(group).length * COLUMNS_PER_SIGNAL;
}

/** Number of the columns of some groups, without products. */
export const columnCountOf = (groups: readonly PredictorGroup[]): number => groups.reduce((sum, group) => sum + columnsOf(group), 0);

/**
 * Returns the indices of the columns that are also multiplied by the score of the orders. The product matters because a visit yesterday
 * says most about a customer who seemed lost. These columns are the days since each signal, whether a subscription runs or is cancelled,
 * and the rank of a trait.
 */
export function productColumns(groups: readonly PredictorGroup[]): number[] {
  let start = 0;
  return groups.flatMap((group) => {
    const [from, end] = [start, start + columnsOf(group)];
    start = end;
    if (isTraitGroup(group)) return [from];
    if (group === 'subscriptions') return [from, from + 1];
    return Array.from({ length: signalsOf(group).length }, (_, i) => from + i * COLUMNS_PER_SIGNAL);
  });
}

/** Returns the group of each column, those of the products last. */
export function groupOfColumns(groups: readonly PredictorGroup[]): number[] {
  const own = groups.flatMap((group, i) => Array.from({ length: columnsOf(group) }, () => i));
  return [...own, ...productColumns(groups).map((column) => own[column]!)];
}

/** Number of the first subscription signal: they are the last ones. */
const FIRST_OF_SUBSCRIPTIONS = signalNumber('subscription_started');

/**
 * Writes the behaviour and traits of a customer, as known at the end of day `today`, to `out` from index `at`: `columnCountOf(groups)` numbers.
 */
export function writeBehaviour(
  covariates: Covariates,
  place: number,
  today: number,
  { groups, traits, horizonDays, renewalDays }: BehaviourContext,
  { out, at }: { readonly out: Float64Array; readonly at: number },
): void {
  const [activity, customer] = covariates.activity === undefined ? [NO_ACTIVITY, 0] : [covariates.activity, place];
  const signals = recentSignals(activity, customer, today);
  let i = at;
  for (const group of groups) {
    if (isTraitGroup(group)) {
      const value = traitAt(covariates.traits, traitName(group), place, today);
      const scale = traits.find(({ name }) => name === traitName(group));
      out[i++] = Number.isNaN(value) || scale === undefined ? MIDDLE_RANK : rankIn(scale, value);
      out[i++] = Number.isNaN(value) ? 1 : 0;
      continue;
    }
    if (group === 'subscriptions') {
      const state = subscriptionAt(activity, customer, today, renewalDays);
      const wait = state.kind === 'active' ? state.untilRenewalDays : 0;
      out[i++] = state.kind === 'active' ? 1 : 0;
      out[i++] = state.kind === 'cancelled' ? 1 : 0;
      out[i++] = state.kind === 'cancelled' ? Math.log1p(state.sinceDays) : 0;
      out[i++] = Math.max(-LONGEST_WAIT, Math.min(LONGEST_WAIT, wait / horizonDays));
      out[i++] = Math.log1p(Math.max(0, -wait));
      out[i++] = state.kind === 'active' && wait >= 0 && wait <= horizonDays ? 1 : 0;
      continue;
    }
    for (const signal of signalsOf(group)) {
      out[i++] = Math.log1p(signals.age[signal]!);
      for (let window = 0; window < WINDOWS_DAYS.length; window++) {
        out[i++] = Math.log1p(signals.counts[signal * WINDOWS_DAYS.length + window]!);
      }
    }
  }
}

/** The behaviour of a customer within the lookback, by signal. */
export interface RecentSignals {
  /** Days since the last one; `LOOKBACK_DAYS` when there is none. */
  readonly age: Float64Array;
  /** For each signal its counts in each of the windows. */
  readonly counts: Float64Array;
}

export function recentSignals(activity: Activity, customer: number, today: number): RecentSignals {
  const age = new Float64Array(FIRST_OF_SUBSCRIPTIONS).fill(LOOKBACK_DAYS);
  const counts = new Float64Array(FIRST_OF_SUBSCRIPTIONS * WINDOWS_DAYS.length);
  const start = activity.offsets[customer]!;
  for (let row = endOnDay(activity, customer, today) - 1; row >= start; row--) {
    const days = today - activity.day[row]!;
    if (days >= LOOKBACK_DAYS) break;
    const signal = activity.signal[row]!;
    if (signal >= FIRST_OF_SUBSCRIPTIONS) continue;
    if (days < age[signal]!) age[signal] = days;
    for (const [window, length] of WINDOWS_DAYS.entries()) {
      if (days < length) counts[signal * WINDOWS_DAYS.length + window]! += activity.count[row]!;
    }
  }
  return { age, counts };
}

/** Returns the day from which on nothing that the customer did counts any more; null when that is so already. */
export function quietFrom(activity: Activity, customer: number, today: number): number | null {
  let quiet = today;
  for (let row = activity.offsets[customer]!; row < activity.offsets[customer + 1]!; row++) {
    const lasts = activity.signal[row]! >= FIRST_OF_SUBSCRIPTIONS ? SUBSCRIPTION_DAYS : LOOKBACK_DAYS;
    quiet = Math.max(quiet, activity.day[row]! + lasts);
  }
  return quiet > today ? quiet : null;
}

/** Returns the groups in which at least one customer has an event. */
export function groupsSeen({ signal }: Activity): BehaviourGroup[] {
  const seen = new Set<BehaviourGroup>();
  const isSeen = new Uint8Array(SIGNALS.length);
  for (const each of signal) isSeen[each] = 1;
  for (const [number, [, group]] of SIGNALS.entries()) if (isSeen[number] === 1) seen.add(group);
  return [...seen];
}
