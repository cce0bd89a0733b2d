import { activityOfOne, type ActivityRow, NO_ACTIVITY, NO_ORDERS, SeededRandom, SIGNALS, SparseRowsBuilder } from '#libs/scoring';
import type { PlantedPlan, PlantedShop } from './planted-shop.js';

const RENEWAL_DAYS = 30;
const CANCELS_A_DAY = 1 / 200;
const RETURNS_A_DAY = 1 / 300;

const numberOf = (type: string): number => SIGNALS.findIndex(([each]) => each === type);
const [STARTED, RENEWED, CANCELLED] = ['subscription_started', 'subscription_renewed', 'subscription_cancelled'].map(numberOf);

/** Simulates a shop of monthly subscriptions that are cancelled on some day between two renewals, and sometimes started again. */
export function subscriptionShop({ customers, days, cutoff, horizonDays, seed }: PlantedPlan): PlantedShop {
  const [orders, activity] = [new SparseRowsBuilder(NO_ORDERS), new SparseRowsBuilder(NO_ACTIVITY)];
  const truth = { orders: new Float64Array(customers), everything: new Float64Array(customers) };
  for (let i = 0; i < customers; i++) {
    const random = new SeededRandom(seed, i + 1);
    const first = Math.floor(random.unit() * cutoff * 0.9);
    const rows: ActivityRow[] = [{ day: first, signal: STARTED!, count: 1 }];
    const ordered = [first];
    let isActive = true;
    for (let day = first + 1; day < days; day++) {
      const isDue = ordered.at(-1) === day - RENEWAL_DAYS;
      if (isActive && random.chance(CANCELS_A_DAY)) {
        rows.push({ day, signal: CANCELLED!, count: 1 });
        isActive = false;
      } else if (isActive ? isDue : random.chance(RETURNS_A_DAY)) {
        rows.push({ day, signal: isActive ? RENEWED! : STARTED!, count: 1 });
        ordered.push(day);
        isActive = true;
      }
      if (day === cutoff) {
        const silence = day - ordered.at(-1)!;
        const active = activeShare(silence);
        truth.everything[i] = isActive ? ifActive(silence, horizonDays) : ifCancelled(horizonDays);
        truth.orders[i] = active * ifActive(silence, horizonDays) + (1 - active) * ifCancelled(horizonDays);
      }
    }
    const row = {
      offsets: Uint32Array.of(0, ordered.length),
      day: Int32Array.from(ordered),
      value: new Float64Array(ordered.length).fill(9),
    };
    orders.add(row);
    activity.add(activityOfOne(rows));
  }
  return { history: { ...orders.build(), activity: activity.build() }, truth };
}

/** P(the subscription runs | days since the last payment, nothing since): after a cancellation the customer may not have returned since. */
function activeShare(silence: number): number {
  if (silence >= RENEWAL_DAYS) return 0;
  const runs = (1 - CANCELS_A_DAY) ** silence;
  let cancelled = 0;
  for (let day = 1; day <= silence; day++)
    cancelled += (1 - CANCELS_A_DAY) ** (day - 1) * CANCELS_A_DAY * (1 - RETURNS_A_DAY) ** (silence - day);
  return runs / (runs + cancelled);
}

/** P(no order in the horizon) of a running subscription: it is cancelled by the renewal, and not started again. */
function ifActive(silence: number, horizonDays: number): number {
  const due = RENEWAL_DAYS - silence;
  if (due > horizonDays) return 1;
  let none = 0;
  for (let day = 1; day <= due; day++)
    none += (1 - CANCELS_A_DAY) ** (day - 1) * CANCELS_A_DAY * (1 - RETURNS_A_DAY) ** (horizonDays - day);
  return none;
}

const ifCancelled = (horizonDays: number): number => (1 - RETURNS_A_DAY) ** horizonDays;
