import { enterAlarms, type ReturnAlarm, type ReturnWatchState } from '#libs/core';
import { type OrderCounter, type ReturnWatch, toCivilDate, watchReturns } from '#libs/scoring';
import type { KeptWatch } from './return-watches.sql.js';

const NIGHTS_KEPT = 60;
/** People upload files once a week. */
const LAG_OF_FILES = 7;

/** The row that a night stores for the next ones, and the alarms that begin with it. */
export interface Night extends KeptWatch {
  readonly state: ReturnWatchState;
  readonly begun: readonly ReturnAlarm[];
}

/**
 * Checks in a night whether the customers of a shop return as expected.
 * @param kept the state from earlier nights; null before the first
 * @param today UTC, `2026-11-21`
 * @param onlyFiles true for a shop with orders from files only: a person uploads the newest ones, so days without orders mean little
 */
export function nightOf(counter: OrderCounter, kept: KeptWatch | null, today: string, onlyFiles = false): Night {
  const lags = kept?.lags ?? [];
  const watch = watchReturns(counter.build(), (since) => {
    const before = lags.filter(([day]) => day < toCivilDate(since));
    return Math.max(onlyFiles ? LAG_OF_FILES : 0, ...before.map(([, days]) => days));
  });
  const { usualPerWeek, findsFall } = watch;
  const status = watch.status === 'no_orders' && onlyFiles ? 'data_ended' : watch.status;
  const late: readonly [string, number] = [today, watch.silence?.days ?? 0];
  return {
    checked_on: today,
    state: { status, usualPerWeek, findsFall },
    lags: [...lags, late].slice(-NIGHTS_KEPT),
    ...enterAlarms(kept?.alarms ?? [], alarmsOf(watch, today, onlyFiles), today),
  };
}

function alarmsOf({ falls, silence, status }: ReturnWatch, today: string, onlyFiles: boolean): ReturnAlarm[] {
  const alarms: ReturnAlarm[] = falls
    .filter(({ endedOn }) => endedOn === null)
    .map(({ since, foundOn, observed, expected, fall, low, high }) => {
      const rounded = { expected: Math.round(expected), fall: toShare(fall), low: toShare(low), high: toShare(high) };
      return { kind: 'fewer_returns', since: toCivilDate(since), foundOn: toCivilDate(foundOn), endedOn: null, observed, ...rounded };
    });
  if (status !== 'no_orders' || silence === null) return alarms;
  const none = { observed: 0, expected: Math.round(silence.expected), fall: 1, low: 1, high: 1 };
  return [
    ...alarms,
    { kind: onlyFiles ? 'data_ended' : 'no_orders', since: toCivilDate(silence.since), foundOn: today, endedOn: null, ...none },
  ];
}

const toShare = (share: number): number => Math.round(share * 100) / 100;
