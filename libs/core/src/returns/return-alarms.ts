import { addDays } from '../time/local-day.js';

/** An alarm that the nightly look at returning customers raised (`return_watches.alarms`). Days are UTC, `2026-11-21`. */
export interface ReturnAlarm {
  /**
   * `fewer_returns`: fewer known customers come back than expected. `no_orders`: no order arrives at all. `data_ended`: the same in a shop
   * that only uploads files.
   */
  readonly kind: 'fewer_returns' | 'no_orders' | 'data_ended';
  /** The first day, by estimate where customers come back less often. */
  readonly since: string;
  readonly foundOn: string;
  /** Null: the alarm is on. */
  readonly endedOn: string | null;
  /** Customers who came back since then; without orders 0. */
  readonly observed: number;
  /** Customers who should have come back; without orders, the orders that should have arrived. */
  readonly expected: number;
  /** The missing share, 0 to 1, and where it lies with a certainty of 95 %. */
  readonly fall: number;
  readonly low: number;
  readonly high: number;
}

/** The state of the watch of a shop (`return_watches.state`). */
export interface ReturnWatchState {
  readonly status: 'too_young' | 'too_few' | 'usual' | 'fewer' | 'no_orders' | 'data_ended';
  readonly usualPerWeek: number | null;
  /** The smallest fall that is usually found within two weeks, 0 to 1. */
  readonly findsFall: number | null;
}

/** An alarm that comes back so soon is the same one: orders that arrived late had ended it. */
const SAME_ALARM_DAYS = 7;
const MOST_KEPT = 20;

/**
 * Enters the alarms of a night into those that are kept.
 * @param kept by the day on which they were found
 * @param on the alarms that are on today, at most one of each kind
 * @returns all alarms, and those that began today
 */
export function enterAlarms(
  kept: readonly ReturnAlarm[],
  on: readonly ReturnAlarm[],
  today: string,
): { readonly alarms: ReturnAlarm[]; readonly begun: ReturnAlarm[] } {
  const begun: ReturnAlarm[] = [];
  const alarms = kept.map((alarm) => (alarm.endedOn === null ? { ...alarm, endedOn: today } : alarm));
  for (const alarm of on) {
    const at = alarms.findLastIndex(({ kind, endedOn }) => kind === alarm.kind && endedOn! >= addDays(today, -SAME_ALARM_DAYS));
    if (at >= 0) alarms[at] = { ...alarm, foundOn: alarms[at]!.foundOn, endedOn: null };
    else begun.push({ ...alarm, foundOn: today, endedOn: null });
  }
  return { alarms: [...alarms, ...begun].slice(-MOST_KEPT), begun };
}

/** Returns the alarm to speak about: that no orders arrive explains why customers seem to stay away. */
export const firstAlarm = (alarms: readonly ReturnAlarm[]): ReturnAlarm | null =>
  alarms.find(({ kind }) => kind !== 'fewer_returns') ?? alarms.at(-1) ?? null;
