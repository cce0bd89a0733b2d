import { addDays, printedDay, type ReturnAlarm } from '#libs/core';
import type { PageOf } from './page-of.js';

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** Says in one sentence what an alarm is about. */
export function alarmSentence({ kind, since, observed, expected, fall, low, high }: ReturnAlarm): string {
  if (kind === 'data_ended') return `Your data end on ${printedDay(addDays(since, -1))}.`;
  if (kind === 'no_orders')
    return `No orders have arrived since ${printedDay(since)}; about ${expected.toLocaleString('en')} were to be expected.`;
  const counts = `${observed.toLocaleString('en')} instead of about ${expected.toLocaleString('en')}`;
  const sure = `chance aside, between ${percent(low)} and ${percent(high)} fewer`;
  return `Since about ${printedDay(since)}, ${percent(fall)} fewer customers have come back than expected: ${counts} (${sure}).`;
}

/** Says what to do about it. */
export const alarmAdvice = ({ kind }: ReturnAlarm): string => ADVICE[kind];

const ADVICE = {
  no_orders:
    'Your customers may well be ordering: check the connection to your shop on the page Integrations, or upload the newest orders. Until then the scores grow old.',
  data_ended: 'Upload the newest orders on the page Integrations. Until then the scores grow old.',
  fewer_returns:
    'Look at what changed in your shop since then: prices, stock, delivery times, newsletters, the checkout, or orders of one channel that no longer arrive. Then contact the customers who are slipping away.',
} as const satisfies Record<ReturnAlarm['kind'], string>;

const PAGES = {
  no_orders: { label: 'Open Integrations', path: '/integrations' },
  data_ended: { label: 'Upload the newest orders', path: '/integrations/upload' },
  fewer_returns: { label: 'Open the overview', path: '/' },
} as const satisfies Record<ReturnAlarm['kind'], PageOf>;

/** Returns the page on which to do something about it. */
export const alarmPage = ({ kind }: ReturnAlarm): PageOf => PAGES[kind];

/** Says the alarm as the weekly mail does; null without one. */
export const alarmLine = (alarm: ReturnAlarm | null): string | null =>
  alarm === null
    ? null
    : `${alarmSentence(alarm)} ${alarm.endedOn === null ? alarmAdvice(alarm) : `This was over on ${printedDay(alarm.endedOn)}.`}`;
