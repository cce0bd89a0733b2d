import { medianOf } from '../orders/gaps.js';
import { signalNumber, SUBSCRIPTION_DAYS } from '../orders/activity.js';
import type { Activity } from '../orders/activity.js';
import { endOnDay } from '../orders/sparse-rows.js';

/** The state of a customer's subscription on a day. */
export type Subscription =
  | { readonly kind: 'none' }
  /** Negative when the expected renewal has not come. */
  | { readonly kind: 'active'; readonly untilRenewalDays: number }
  | { readonly kind: 'cancelled'; readonly sinceDays: number };

const STARTED = signalNumber('subscription_started');
const CANCELLED = signalNumber('subscription_cancelled');

/** Renewal period of shops in which no subscription has been renewed yet. */
export const USUAL_RENEWAL_DAYS = 30;
/** Weight of the shop's usual gap in a customer's own mean, in gaps. It decides until the customer has gaps of their own. */
const PRIOR_GAPS = 1;

/** Gaps between the payments of one subscription, and its last events by the end of a day. */
interface Payments {
  readonly last: number | null;
  readonly cancelled: number | null;
  readonly gaps: number;
  readonly gapDays: number;
}

function paymentsUntil({ day, signal, offsets }: Activity, customer: number, end: number, today: number): Payments {
  let [last, cancelled, gaps, gapDays]: [number | null, number | null, number, number] = [null, null, 0, 0];
  for (let row = offsets[customer]!; row < end; row++) {
    if (signal[row]! < STARTED || today - day[row]! >= SUBSCRIPTION_DAYS) continue;
    if (signal[row] === CANCELLED) cancelled = day[row]!;
    else {
      // A new start after a cancellation is not a renewal.
      const isRenewal = last !== null && day[row]! > last && (cancelled === null || cancelled < last);
      if (isRenewal) [gaps, gapDays] = [gaps + 1, gapDays + day[row]! - last!];
      last = day[row]!;
    }
  }
  return { last, cancelled, gaps, gapDays };
}

/** Returns the state of the subscription at the end of day `today`. A cancellation of the same day as a payment comes after it. */
export function subscriptionAt(activity: Activity, customer: number, today: number, renewalDays: number): Subscription {
  const { last, cancelled, gaps, gapDays } = paymentsUntil(activity, customer, endOnDay(activity, customer, today), today);
  if (cancelled !== null && (last === null || cancelled >= last)) return { kind: 'cancelled', sinceDays: today - cancelled };
  if (last === null) return { kind: 'none' };
  const gap = (gapDays + PRIOR_GAPS * renewalDays) / (gaps + PRIOR_GAPS);
  return { kind: 'active', untilRenewalDays: Math.round(last + gap - today) };
}

/** Returns the days between two renewals that are usual in the shop: the median over customers of their mean gap by the end of a day. */
export function usualRenewalDays(activity: Activity, today: number): number {
  const means: number[] = [];
  for (let customer = 0; customer + 1 < activity.offsets.length; customer++) {
    const { gaps, gapDays } = paymentsUntil(activity, customer, endOnDay(activity, customer, today), today);
    if (gaps > 0) means.push(gapDays / gaps);
  }
  return means.length === 0 ? USUAL_RENEWAL_DAYS : medianOf(means);
}
