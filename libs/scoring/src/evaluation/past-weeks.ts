import type { PastBin, PastGroup, PastOutcome } from '#libs/core';
import type { Label } from '../model/label.js';
import type { Model } from '../model/model.js';
import { CarriedRounding, represented } from '../orders/stand-ins.js';
import { earlierOf, withEarlierDays } from '../model/earlier/earlier-days.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';
import { customerView } from '../orders/sparse-rows.js';
import { isContactLifecycle, type Lifecycle } from '../scores/lifecycle.js';
import { customerScorer, type Scored } from '../scores/score-customer.js';
import { isMatured } from './past-plan.js';

/** Task of scoring customers at the ends of past days. Days are UTC day numbers. */
export interface PastTask {
  /** Fitted to what was known by the first of the days. */
  readonly model: Model;
  /** Ascending. */
  readonly days: readonly number[];
  /** The current, incomplete day. */
  readonly today: number;
  /** The day for which the customers to contact are named; null for none. */
  readonly namedDay: number | null;
}

/** A customer on the list of a past day, and what this customer did in the horizon. */
export interface PastNamed {
  /** Index in the history. */
  readonly customer: number;
  readonly score: string;
  /** Two decimals. */
  readonly expectedRevenue: string;
  readonly revenueAtRisk: string;
  /** UTC day number of the first order in the horizon; null without one. */
  readonly returnedDay: number | null;
  readonly spentCents: number;
}

/** The totals of a shop at the end of a past day. Counts and cents add up over parts of the customers. */
export interface PastWeek {
  readonly day: number;
  readonly labels: Record<Label, number>;
  readonly lifecycles: Record<Lifecycle, number>;
  /** Ten-thousandths. */
  readonly scoreUnits: number;
  readonly expectedCents: number;
  readonly atRiskCents: number;
  /** Expected revenue of the next 90 days; null where the model knows no amounts. */
  readonly expected90Cents: number | null;
  /** Revenue of these customers in the horizon, and in 90 days; null before the end of it. */
  readonly actualCents: number | null;
  readonly actual90Cents: number | null;
  /** Null before the end of the horizon. */
  readonly outcome: PastOutcome | null;
}

/** Past days of a shop, or of a part of its customers. */
export interface PastWeeks {
  readonly weeks: readonly PastWeek[];
  /** At most 100 customers to contact of `namedDay`, by revenue at risk; empty while its horizon runs. */
  readonly named: readonly PastNamed[];
}

const BINS = 10;
const QUARTER_DAYS = 90;
/** Most customers that a list names. */
const MOST_NAMED = 100;

/** Scores all customers of a history at the ends of past days, as a live score of that day would, and adds up what they did afterwards. */
export function pastWeeks(given: OrderDays, task: PastTask): PastWeeks {
  const history = withEarlierDays(given, task.model.mbg);
  const scoreOf = customerScorer(task.model);
  const sums = task.days.map((day) => new WeekSums(day, task));
  for (let customer = 0; customer < customerCount(history); customer++) {
    const [from, to] = [history.offsets[customer]!, history.offsets[customer + 1]!];
    if (from === to || history.day[from]! > task.days.at(-1)!) continue;
    const days = viewOf(history, customer);
    const unknownUntil = given.earlier === undefined ? -Infinity : (earlierOf(given.earlier, customer)?.until ?? -Infinity);
    let known = 0;
    for (const week of sums) {
      while (known < to - from && days.day[known]! <= week.day) known += 1;
      if (known === 0 || week.day < unknownUntil) continue;
      const [first, last] = [days.day[0]!, days.day[known - 1]!];
      const features = { days, orderDays: known, x: known - 1, tx: last - first, T: week.day - first, today: week.day };
      const scored = scoreOf(features);
      const horizon = { cutoff: week.day, horizonDays: week.horizonDays };
      if (scored === null) continue;
      week.add(customer, scored, { ...afterOf(days, known, week), rows: week.rounding.next(represented(history, customer, horizon)) });
    }
  }
  const named = sums.flatMap((week) => (week.day === task.namedDay && isMatured(week.day, week.horizonDays, task.today) ? week.named : []));
  return { weeks: sums.map((week) => week.build()), named: mostAtRisk(named) };
}

/** Adds up the totals of the same day over two parts of the customers. */
export function addPastWeeks(one: PastWeek, other: PastWeek): PastWeek {
  return {
    day: one.day,
    labels: sumOf(one.labels, other.labels),
    lifecycles: sumOf(one.lifecycles, other.lifecycles),
    scoreUnits: one.scoreUnits + other.scoreUnits,
    expectedCents: one.expectedCents + other.expectedCents,
    atRiskCents: one.atRiskCents + other.atRiskCents,
    expected90Cents: sumOrNull(one.expected90Cents, other.expected90Cents),
    actualCents: sumOrNull(one.actualCents, other.actualCents),
    actual90Cents: sumOrNull(one.actual90Cents, other.actual90Cents),
    outcome: one.outcome === null || other.outcome === null ? null : sumOutcomes(one.outcome, other.outcome),
  };
}

/** Returns the history of one customer, sharing memory with the whole. */
const viewOf = (history: OrderDays, customer: number): OrderDays => ({
  ...customerView(history, customer),
  activity: history.activity === undefined ? undefined : customerView(history.activity, customer),
  traits: history.traits === undefined ? undefined : customerView(history.traits, customer),
});

/** Orders of a customer after a past day. */
interface After extends Spent {
  /** The number of customers that the outcome represents where scores are compared with outcomes. */
  readonly rows: number;
}

interface Spent {
  readonly returnedDay: number | null;
  readonly spentCents: number;
  readonly spent90Cents: number;
}

function afterOf({ day, value }: OrderDays, known: number, week: Pick<WeekSums, 'day' | 'horizonDays'>): Spent {
  const isBack = known < day.length && day[known]! <= week.day + week.horizonDays;
  const spentUntil = (last: number): number => {
    let spent = 0;
    for (let row = known; row < day.length && day[row]! <= last; row++) if (value[row]! > 0) spent += value[row]!;
    return Math.round(spent * 100);
  };
  return {
    returnedDay: isBack ? day[known]! : null,
    spentCents: spentUntil(week.day + week.horizonDays),
    spent90Cents: spentUntil(week.day + QUARTER_DAYS),
  };
}

/** Adds up one past day. */
class WeekSums {
  readonly horizonDays: number;
  readonly rounding = new CarriedRounding();
  private readonly labels: Record<Label, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  private readonly lifecycles: Record<Lifecycle, number> = { new: 0, second_order_due: 0, active: 0, slipping: 0, lost: 0 };
  private readonly bins = Array.from({ length: BINS }, () => ({ n: 0, scoreUnits: 0, stayedAway: 0 }));
  private readonly returned = { customers: 0, scoreUnits: 0, expectedCents: 0, atRiskCents: 0 };
  private readonly stayedAway = { customers: 0, scoreUnits: 0, expectedCents: 0, atRiskCents: 0 };
  private readonly sums = { scoreUnits: 0, expectedCents: 0, atRiskCents: 0, actualCents: 0, actual90Cents: 0, spentCents: 0 };
  readonly named: PastNamed[] = [];

  constructor(
    readonly day: number,
    private readonly task: PastTask,
  ) {
    this.horizonDays = task.model.horizonDays;
  }

  add(customer: number, scored: Scored, after: After): void {
    const { score, lifecycle, expectedRevenue, revenueAtRisk } = scored;
    const [scoreUnits, expectedCents, atRiskCents] = [Math.round(Number(score) * 10_000), toCents(expectedRevenue), toCents(revenueAtRisk)];
    this.labels[scored.label] += 1;
    this.lifecycles[lifecycle] += 1;
    this.sums.scoreUnits += scoreUnits;
    this.sums.expectedCents += expectedCents;
    this.sums.atRiskCents += atRiskCents;
    this.sums.actualCents += after.spentCents;
    this.sums.actual90Cents += after.spent90Cents;
    const bin = this.bins[Math.min(BINS - 1, Math.floor((scoreUnits * BINS) / 10_000))]!;
    bin.n += after.rows;
    bin.scoreUnits += after.rows * scoreUnits;
    if (after.returnedDay === null) bin.stayedAway += after.rows;
    if (!isContactLifecycle(lifecycle)) return;
    const group = after.returnedDay === null ? this.stayedAway : this.returned;
    group.customers += 1;
    group.scoreUnits += scoreUnits;
    group.expectedCents += expectedCents;
    group.atRiskCents += atRiskCents;
    this.sums.spentCents += after.spentCents;
    if (this.day !== this.task.namedDay) return;
    this.named.push({ customer, score, expectedRevenue, revenueAtRisk, returnedDay: after.returnedDay, spentCents: after.spentCents });
  }

  build(): PastWeek {
    const { day, labels, lifecycles, bins, returned, stayedAway } = this;
    const { scoreUnits, expectedCents, atRiskCents, actualCents, actual90Cents, spentCents } = this.sums;
    const { outlook } = this.task.model;
    const isKnown = (days: number): boolean => isMatured(day, days, this.task.today);
    return {
      day,
      labels,
      lifecycles,
      scoreUnits,
      expectedCents,
      atRiskCents,
      expected90Cents: outlook === null ? null : Math.round(expectedCents * outlook.days90),
      actualCents: isKnown(this.horizonDays) ? actualCents : null,
      actual90Cents: isKnown(QUARTER_DAYS) ? actual90Cents : null,
      outcome: isKnown(this.horizonDays) ? { bins, listed: { returned, stayedAway, spentCents } } : null,
    };
  }
}

const toCents = (amount: string): number => Math.round(Number(amount) * 100);

/** Returns the customers that a list names first. Equal ones keep their order. */
export const mostAtRisk = <Named extends Pick<PastNamed, 'revenueAtRisk'>>(named: readonly Named[]): Named[] =>
  named.toSorted((one, other) => Number(other.revenueAtRisk) - Number(one.revenueAtRisk)).slice(0, MOST_NAMED);

const sumOrNull = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : one + other);

/** Adds up records of numbers with the same keys. */
function sumOf<Sums extends object>(one: Sums, other: Sums): Sums {
  const values = new Map<string, number>(Object.entries(other));
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, Number(value) + (values.get(key) ?? 0)])) as Sums;
}

function sumOutcomes(one: PastOutcome, other: PastOutcome): PastOutcome {
  return {
    bins: one.bins.map((bin, index) => sumOf<PastBin>(bin, other.bins[index]!)),
    listed: {
      returned: sumOf<PastGroup>(one.listed.returned, other.listed.returned),
      stayedAway: sumOf<PastGroup>(one.listed.stayedAway, other.listed.stayedAway),
      spentCents: one.listed.spentCents + other.listed.spentCents,
    },
  };
}
