import { BLIND_DAYS } from './expected-orders.js';

const WEEK_DAYS = 7;
/** 52 weeks, so that weekdays agree. */
const YEAR_DAYS = 364;
/** Days that the level follows: slow changes of a shop do not raise an alarm. */
const LEVEL_DAYS = 112;
const LEVEL_PRIOR = 30;
const WEEKDAY_DAYS = 182;
const WEEKDAY_PRIOR = 10;
/** Nothing is learned of a life table that knows less than six weeks. */
const FIRST_DAYS = 42;
/** Days before and after the same day of the last year that tell its season. */
const SEASON_REACH = 7;
/** First day with a season. Before it, the life table is so young that it learns a season as a habit (measured: it hides a third of it). */
const SEASON_FROM = 182;
const SEASON_WEEKS = 52;
/** Weight of what the size of past swings suggests, in weeks, against the weeks that show whether the last season came again. */
const SEASON_PRIOR = 8;
const COMPARED_WEEKS = 26;
/** Two weeks at a time, because a good or bad week often goes on into the next. */
const SPREAD_DAYS = 14;
const SPREAD_BLOCKS = 26;
/** The usual spread of simulated shops, and the number of blocks it is worth. */
const PRIOR_SPREAD = 1.3;
const PRIOR_BLOCKS = 4;
/** Factor over the usual block that one wild block, such as an unknown Christmas, counts for at most. */
const WILDEST = 6;
/** The median of a squared standard normal variable. */
const MEDIAN_SQUARE = 0.455;

/** Orders of known customers by day. */
export interface OrderSeries {
  /** Customers who came back. */
  readonly observed: Float64Array;
  /** The number that the life table lets expect. */
  readonly expected: Float64Array;
  /** 1 for days on which nothing arrived: they are not measured. */
  readonly missing: Uint8Array;
}

/** The usual orders of a day, and how far days lie from them. */
export interface Usual {
  readonly orders: number;
  /** Variance of the orders divided by their expectation: 1 where chance alone is at work. */
  readonly spread: number;
}

/**
 * Says what is usual on a day: what the life table expects, at the level of the last months, on this weekday and in this season. It knows
 * nothing of the last two weeks.
 */
export class UsualOrders {
  /** Without and with the season. */
  private readonly base: Float64Array;
  private readonly usual: Float64Array;
  /** Logarithm of what the same days of the last year were above their base. */
  private readonly season: Float64Array;
  /** 1 for days of alarms that ended. They count neither for the level nor for the season. */
  private readonly fallen: Uint8Array;
  private levelFrom = 0;

  constructor(private readonly series: OrderSeries) {
    const days = series.observed.length;
    this.base = new Float64Array(days);
    this.usual = new Float64Array(days);
    this.season = new Float64Array(days);
    this.fallen = new Uint8Array(days);
  }

  /** @param known the last day that may be known; days must be asked for in order */
  at(day: number, known: number): Usual {
    const end = Math.min(known, day - BLIND_DAYS);
    this.base[day] = this.series.expected[day]! * this.levelAt(end) * this.weekdayAt(day, end);
    const spread = this.spreadAt(end);
    this.usual[day] = this.base[day] * Math.exp(this.seasonAt(day, end));
    return { orders: this.usual[day], spread };
  }

  /** Returns the sums over days that are a measure. */
  sumOf(from: number, to: number): { observed: number; usual: number; days: number } {
    const sum = { observed: 0, usual: 0, days: 0 };
    for (let day = Math.max(0, from); day <= to; day++) {
      if (this.series.missing[day] === 1) continue;
      sum.observed += this.series.observed[day]!;
      sum.usual += this.usual[day]!;
      sum.days += 1;
    }
    return sum;
  }

  /** The orders came back: the days between were an exception. */
  forget(from: number, to: number): void {
    this.fallen.fill(1, from, Math.max(from, to + 1));
  }

  /** Restarts the level: the orders did not come back. */
  beginAnew(day: number): void {
    this.levelFrom = day;
  }

  private isMeasure(day: number): boolean {
    return day >= 0 && this.series.missing[day] === 0 && this.fallen[day] === 0;
  }

  private levelAt(end: number): number {
    let [came, expected] = [LEVEL_PRIOR, LEVEL_PRIOR];
    for (let day = Math.max(this.levelFrom, end - LEVEL_DAYS + 1); day <= end; day++) {
      if (!this.isMeasure(day)) continue;
      came += this.series.observed[day]!;
      expected += this.series.expected[day]!;
    }
    return came / expected;
  }

  private weekdayAt(today: number, end: number): number {
    const [all, same] = [
      { came: 1, expected: 1 },
      { came: 0, expected: 0 },
    ];
    for (let day = Math.max(FIRST_DAYS, end - WEEKDAY_DAYS + 1); day <= end; day++) {
      if (!this.isMeasure(day)) continue;
      const sums = (today - day) % WEEK_DAYS === 0 ? [all, same] : [all];
      for (const sum of sums) {
        sum.came += this.series.observed[day]!;
        sum.expected += this.series.expected[day]!;
      }
    }
    return (same.came + WEEKDAY_PRIOR) / ((same.expected * all.came) / all.expected + WEEKDAY_PRIOR);
  }

  /** Returns the spread of the last year without two weeks. An alarm that came to nothing counts: the shop is less steady than it seemed. */
  private spreadAt(end: number): number {
    const squares: number[] = [];
    for (let block = 0; block < SPREAD_BLOCKS; block++) {
      const to = end - SPREAD_DAYS * block;
      if (to - SPREAD_DAYS < FIRST_DAYS * 2) break;
      const { observed, usual, days } = this.sumOf(to - SPREAD_DAYS + 1, to);
      if (days >= SPREAD_DAYS / 2 && usual >= 1) squares.push((observed - usual) ** 2 / usual);
    }
    const sorted = squares.toSorted((one, other) => one - other);
    const most = WILDEST * Math.max(1, (sorted[Math.floor(sorted.length / 2)] ?? MEDIAN_SQUARE) / MEDIAN_SQUARE);
    const sum = squares.reduce((total, square) => total + Math.min(square, most), 0);
    return Math.max(1, (PRIOR_BLOCKS * PRIOR_SPREAD + sum) / (PRIOR_BLOCKS + squares.length));
  }

  /**
   * Returns the logarithm of the effect of the season: how far the same days of the last year were above their base, times the share in
   * which the last season came again.
   */
  private seasonAt(today: number, end: number): number {
    let [came, base] = [1, 1];
    for (let day = today - YEAR_DAYS; day >= SEASON_FROM && base === 1; day -= YEAR_DAYS) {
      for (let near = day - SEASON_REACH; near <= day + SEASON_REACH; near++) {
        if (near < SEASON_FROM || !this.isMeasure(near)) continue;
        came += this.series.observed[near]!;
        base += this.base[near]!;
      }
    }
    if (base === 1) return 0;
    this.season[today] = Math.log(came / base);
    return this.season[today] * this.shareOfSeason(end, base);
  }

  /** Returns how much of the last season to believe, 0 to 1. */
  private shareOfSeason(end: number, base: number): number {
    const weeks = this.weeksUntil(end);
    const noise = noiseBetween(weeks);
    const swing = Math.max(0, mean(weeks.map(({ off, base: expected }) => off ** 2 - noise / expected)));
    const usual = swing / (swing + noise / base + Number.EPSILON);
    let [products, squares] = [SEASON_PRIOR * swing * usual, SEASON_PRIOR * swing + Number.EPSILON];
    for (const { off, season } of weeks.slice(0, COMPARED_WEEKS)) {
      products += season * off;
      squares += season ** 2;
    }
    return Math.max(0, Math.min(1, products / squares));
  }

  /** The weeks of the last year, the latest first. */
  private weeksUntil(end: number): Week[] {
    const weeks: Week[] = [];
    for (let week = 0; week < SEASON_WEEKS; week++) {
      const sum = { came: 0, base: 0, season: 0, days: 0 };
      for (let day = end - WEEK_DAYS * (week + 1) + 1; day <= end - WEEK_DAYS * week; day++) {
        if (day < SEASON_FROM || !this.isMeasure(day)) continue;
        sum.came += this.series.observed[day]!;
        sum.base += this.base[day]!;
        sum.season += this.season[day]!;
        sum.days += 1;
      }
      if (sum.days <= WEEK_DAYS / 2 || sum.base < 1) continue;
      weeks.push({ week, came: sum.came, base: sum.base, off: Math.log((sum.came + 1) / (sum.base + 1)), season: sum.season / sum.days });
    }
    return weeks;
  }
}

interface Week {
  /** Weeks before the last. */
  readonly week: number;
  readonly came: number;
  readonly base: number;
  /** Logarithm of what came above the base. */
  readonly off: number;
  readonly season: number;
}

/** The spread by which neighbouring weeks differ. A season changes slowly and does not count. */
function noiseBetween(weeks: readonly Week[]): number {
  let [squares, pairs] = [PRIOR_BLOCKS * PRIOR_SPREAD, PRIOR_BLOCKS];
  const off = ({ came, base }: Week): number => (came - base) / Math.sqrt(base);
  for (const [index, one] of weeks.entries()) {
    const before = weeks[index + 1];
    if (before?.week !== one.week + 1) continue;
    squares += (off(one) - off(before)) ** 2 / 2;
    pairs += 1;
  }
  return Math.max(1, squares / pairs);
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
