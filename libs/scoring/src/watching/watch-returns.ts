import { expectedOrders } from './expected-orders.js';
import { comingBack, isByChance, missingDays } from './missing-days.js';
import type { OrderCounts } from './order-counts.js';
import { UsualOrders } from './usual-orders.js';

/** A shop is watched from its 27th week on: before, silences are too short to know what follows them. */
const WATCHED_FROM = 182;
const LEARNS_FROM = 70;
/** The smallest fall that the alarm looks for. Falls below half of it never ring. */
const SMALLEST_FALL = 0.2;
/** Looking for less than a fall of three fifths is all that a very small shop allows. */
const LARGEST_FALL = 0.6;
/** The fall of a day, in standard deviations, that is usually found within two weeks. A shop with fewer orders is watched for a larger fall. */
const CLEAR_SHIFT = 0.85;
/** Mean days between false alarms that the threshold is set for. Simulated shops have fewer, see docs/alarm.md. */
const DAYS_BETWEEN_ALARMS = 300;
/** Bad days that an alarm needs: a holiday or a bad day of the website is not enough. */
const FEWEST_DAYS = 5;
/** Each alarm of the last year makes the next one e^3, 20 times, rarer: a shop that rang for nothing is less steady than it seemed. */
const EVIDENCE_AFTER_ALARM = 3;
const YEAR_DAYS = 364;
const RECENT_DAYS = 28;
const RECOVERY_DAYS = 14;
const LEAST_ALARM_DAYS = 7;
/** After ten weeks the new level is the usual one. */
const LONGEST_ALARM_DAYS = 70;
/** Half the width of an interval of 95 %. */
const SURE = 1.96;
/** Whole days without an order before it is said that none arrive. */
const SILENT_DAYS = 2;
const LATER_THAN_EVER = 1.5;

/** A time in which fewer customers came back than expected. Days are UTC day numbers. */
export interface ReturnFall {
  /** The day after which too few came: an estimate. */
  readonly since: number;
  readonly foundOn: number;
  /** The first day that was usual again, or on which the new level became the usual one; null: the alarm is on. */
  readonly endedOn: number | null;
  /** Customers who came back, and who should have, since that day. */
  readonly observed: number;
  readonly expected: number;
  /** The share of the expected orders that is missing, and its 95 % interval. */
  readonly fall: number;
  readonly low: number;
  readonly high: number;
}

export interface ReturnWatch {
  /**
   * `too_young`: fewer than 26 weeks of orders. `too_few`: not even a fall by three fifths would be clear within weeks.
   * `no_orders`: none at all arrive, which says nothing about customers.
   */
  readonly status: 'too_young' | 'too_few' | 'usual' | 'fewer' | 'no_orders';
  /** Customers who usually come back in a week; null where it is not known. */
  readonly usualPerWeek: number | null;
  /** The smallest fall that is usually detected within two weeks; null when none would be. */
  readonly findsFall: number | null;
  /** All falls of the past, oldest first. */
  readonly falls: readonly ReturnFall[];
  /** The last days, on which no order arrived at all. */
  readonly silence: { readonly since: number; readonly days: number; readonly expected: number } | null;
}

/**
 * Watches whether known customers come back as expected: a CUSUM (Page 1954) of the log-likelihood of a fall against the usual orders. It
 * runs day by day, with the data known on each day.
 *
 * @param longestLag gives the most days by which orders arrived late before a day
 */
export function watchReturns(counts: OrderCounts, longestLag: (before: number) => number): ReturnWatch {
  const observed = comingBack(counts);
  const { missing, atEnd } = missingDays(counts, observed);
  const watch = new Watch(new UsualOrders({ observed, expected: expectedOrders(counts), missing }), observed);
  for (let day = LEARNS_FROM; day < counts.days; day++) watch.see(day, missing[day] === 1);
  const since = counts.firstDay + counts.days - atEnd.days;
  const isLate = atEnd.days >= SILENT_DAYS && !isByChance(atEnd.expected) && atEnd.days > LATER_THAN_EVER * longestLag(since);
  return {
    ...watch.result(counts.firstDay, counts.days < WATCHED_FROM),
    ...(isLate && { status: 'no_orders' as const }),
    silence: atEnd.days === 0 ? null : { since, days: atEnd.days, expected: atEnd.expected },
  };
}

interface OpenFall {
  readonly since: number;
  readonly foundOn: number;
}

class Watch {
  private evidence = 0;
  private since = -1;
  private open: OpenFall | null = null;
  private perDay = 0;
  private spread = 1;
  private findsFall: number | null = null;
  private readonly ended: { readonly fall: OpenFall; readonly on: number; readonly spread: number }[] = [];

  constructor(
    private readonly usual: UsualOrders,
    private readonly observed: Float64Array,
  ) {}

  see(day: number, isMissing: boolean): void {
    const { orders, spread } = this.usual.at(day, this.since < 0 ? day : this.since - 1);
    if (day < WATCHED_FROM || isMissing) return;
    const recent = this.usual.sumOf(day - RECENT_DAYS + 1, day);
    [this.perDay, this.spread] = [recent.usual / recent.days, spread];
    const unit = Math.sqrt(this.perDay / spread);
    const fall = Math.max(SMALLEST_FALL, CLEAR_SHIFT / unit);
    this.findsFall = fall <= LARGEST_FALL ? fall : null;
    if (this.findsFall === null) this.end(day);
    else if (this.open === null) this.weigh(day, fall, orders);
    else this.look(day, this.open, fall);
  }

  result(firstDay: number, isYoung: boolean): Omit<ReturnWatch, 'silence'> {
    const falls = this.ended.map(({ fall, on, spread }) => this.toFall(fall, { firstDay, endedOn: on, spread }));
    if (this.open !== null) falls.push(this.toFall(this.open, { firstDay, endedOn: null, spread: this.spread }));
    const status = isYoung ? 'too_young' : this.findsFall === null ? 'too_few' : this.open === null ? 'usual' : 'fewer';
    return {
      status,
      usualPerWeek: this.perDay === 0 || isYoung ? null : 7 * this.perDay,
      findsFall: isYoung ? null : this.findsFall,
      falls,
    };
  }

  private weigh(day: number, fall: number, orders: number): void {
    const shift = (fall ** 2 * this.perDay) / this.spread;
    const rangBefore = this.ended.filter((one) => day - one.fall.foundOn < YEAR_DAYS).length;
    const limit = Math.log((DAYS_BETWEEN_ALARMS * shift) / 2 + 1) + EVIDENCE_AFTER_ALARM * rangBefore;
    const weight = (-fall * (this.observed[day]! - orders)) / this.spread - (fall ** 2 * orders) / (2 * this.spread);
    if (this.evidence === 0) this.since = day;
    this.evidence = Math.max(0, this.evidence + Math.min(weight, limit / FEWEST_DAYS));
    if (this.evidence === 0) this.since = -1;
    if (this.evidence >= limit) this.open = { since: this.since, foundOn: day };
  }

  /** Looks whether an alarm is over. */
  private look(day: number, open: OpenFall, fall: number): void {
    const { observed, usual } = this.usual.sumOf(day - RECOVERY_DAYS + 1, day);
    const isUsual = day - open.foundOn >= LEAST_ALARM_DAYS && observed >= (1 - fall / 2) * usual;
    if (!isUsual && day - open.since < LONGEST_ALARM_DAYS) return;
    if (isUsual) this.usual.forget(open.since, day - RECOVERY_DAYS);
    else this.usual.beginAnew(open.since);
    this.end(day);
  }

  private end(day: number): void {
    if (this.open !== null) this.ended.push({ fall: this.open, on: day, spread: this.spread });
    [this.evidence, this.since, this.open] = [0, -1, null];
  }

  private toFall(
    { since, foundOn }: OpenFall,
    { firstDay, endedOn, spread }: { readonly firstDay: number; readonly endedOn: number | null; readonly spread: number },
  ): ReturnFall {
    const last = endedOn === null ? this.observed.length - 1 : Math.max(foundOn, endedOn - RECOVERY_DAYS);
    const { observed, usual } = this.usual.sumOf(since, last);
    const reach = SURE * Math.sqrt(spread / usual);
    const fall = 1 - observed / usual;
    return {
      since: firstDay + since,
      foundOn: firstDay + foundOn,
      endedOn: endedOn === null ? null : firstDay + endedOn,
      observed,
      expected: usual,
      fall,
      low: Math.max(0, fall - reach),
      high: Math.min(1, fall + reach),
    };
  }
}
