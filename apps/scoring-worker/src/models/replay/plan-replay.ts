import { customerCount, isMatured, modelDayOf, namedDayOf, type OrderDays, pastDays, spanOf } from '#libs/scoring';
import { FEWEST_CUSTOMERS } from './replay-block.js';

/** Days are UTC day numbers. */
export interface PlanInput {
  /** All customers, or the sample that fits read. */
  readonly history: OrderDays;
  readonly today: number;
  readonly horizonDays: number;
  /** Settings and procedure that rows are calculated with. */
  readonly basis: string;
  readonly stored: readonly StoredWeek[];
  /** The day of the stored list. */
  readonly namedDay: number | null;
}

/** Facts of a stored week that decide whether it is calculated again. */
export interface StoredWeek {
  readonly day: number;
  readonly basis: string;
  /** Number of order days up to the day, and of order days in the outcome window after it. */
  readonly orderDays: number;
  readonly outcomeDays: number;
  readonly hasOutcome: boolean;
  readonly has90: boolean;
}

/** Past weeks of one model. */
export interface Block {
  readonly modelDay: number;
  /** Ascending. */
  readonly days: readonly number[];
}

export interface ReplayPlan {
  /** All days that have a row when the plan is done. */
  readonly days: readonly number[];
  readonly namedDay: number | null;
  /** The remaining work, the latest weeks first. */
  readonly blocks: readonly Block[];
  /** The counts behind the row of each day in `days`. */
  readonly seen: ReadonlyMap<number, Seen>;
}

export type Seen = Pick<StoredWeek, 'orderDays' | 'outcomeDays'>;

const QUARTER_DAYS = 90;
/** Late orders, cancellations and erasures of fewer order days than this share leave the past as it was. */
const CHANGED_SHARE = 0.01;
/** Fewer customers give a list that says nothing. */
const FEWEST_TO_NAME = 20;

/** Decides which past weeks a tenant gets, and which of them have to be calculated: those that are missing, outdated, or have an outcome now. */
export function planReplay({ history, today, horizonDays, ...input }: PlanInput): ReplayPlan {
  const span = spanOf(history);
  if (span === null) return { days: [], namedDay: null, blocks: [], seen: new Map() };
  const plan = { today, horizonDays, firstDay: span.first };
  const counted = new DayCounts(history, span);
  const days = pastDays(plan).filter((day) => counted.customersBy(day) >= FEWEST_CUSTOMERS);
  const namedDay = namedDayOf(
    days.filter((day) => counted.customersBy(day) >= FEWEST_TO_NAME),
    plan,
  );
  const outcomeEnd = (day: number): number => {
    if (isMatured(day, Math.max(QUARTER_DAYS, horizonDays), today)) return day + Math.max(QUARTER_DAYS, horizonDays);
    const shorter = Math.min(QUARTER_DAYS, horizonDays);
    return isMatured(day, shorter, today) ? day + shorter : day;
  };
  const seenOn = (day: number): Seen => {
    const orderDays = counted.orderDaysBy(day);
    return { orderDays, outcomeDays: counted.orderDaysBy(outcomeEnd(day)) - orderDays };
  };
  const seen = new Map(days.map((day) => [day, seenOn(day)]));
  const stored = new Map(input.stored.map((week) => [week.day, week]));
  const isCurrent = (day: number): boolean => {
    const week = stored.get(day);
    if (week === undefined || week.basis !== input.basis || (day === namedDay && day !== input.namedDay)) return false;
    if (week.hasOutcome !== isMatured(day, horizonDays, today) || week.has90 !== isMatured(day, QUARTER_DAYS, today)) return false;
    return isAlike(week.orderDays, seen.get(day)!.orderDays) && isAlike(week.outcomeDays, seen.get(day)!.outcomeDays);
  };
  return { days, namedDay, blocks: toBlocks(days.filter((day) => !isCurrent(day))), seen };
}

const isAlike = (before: number, now: number): boolean => Math.abs(now - before) <= CHANGED_SHARE * before;

function toBlocks(days: readonly number[]): Block[] {
  const byModel = new Map<number, number[]>();
  for (const day of days) byModel.set(modelDayOf(day), [...(byModel.get(modelDayOf(day)) ?? []), day]);
  return [...byModel].map(([modelDay, own]) => ({ modelDay, days: own })).toSorted((one, other) => other.modelDay - one.modelDay);
}

/** Counts order days and customers by day. */
class DayCounts {
  private readonly orderDays: Uint32Array;
  private readonly customers: Uint32Array;

  constructor(
    history: OrderDays,
    private readonly span: { readonly first: number; readonly last: number },
  ) {
    const length = span.last - span.first + 1;
    [this.orderDays, this.customers] = [new Uint32Array(length), new Uint32Array(length)];
    for (const day of history.day) this.orderDays[day - span.first]! += 1;
    for (let customer = 0; customer < customerCount(history); customer++) {
      const from = history.offsets[customer]!;
      if (from < history.offsets[customer + 1]!) this.customers[history.day[from]! - span.first]! += 1;
    }
    for (let i = 1; i < length; i++) {
      this.orderDays[i]! += this.orderDays[i - 1]!;
      this.customers[i]! += this.customers[i - 1]!;
    }
  }

  orderDaysBy(day: number): number {
    return this.upTo(this.orderDays, day);
  }

  /** Customers with an order by the end of the day. */
  customersBy(day: number): number {
    return this.upTo(this.customers, day);
  }

  private upTo(counts: Uint32Array, day: number): number {
    return day < this.span.first ? 0 : counts[Math.min(day, this.span.last) - this.span.first]!;
  }
}
