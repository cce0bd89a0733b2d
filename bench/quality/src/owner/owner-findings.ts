import type { Lifecycle } from '#libs/scoring';
import type { CustomerAnswer, TaskAnswers } from './answer-task.js';
import type { Coverage } from './next-order-coverage.js';
import { isOverdueSilence, lowersOverdue, sentenceFaults } from './sentence-faults.js';

/** Cases in which a condition held, out of all cases. */
export interface Count {
  readonly held: number;
  readonly of: number;
}

export interface ReasonFindings {
  /** The first reason raises the score of high and critical customers, of high ones alone, and lowers that of low ones. */
  readonly atRiskRaised: Count;
  readonly highRaised: Count;
  readonly lowLowered: Count;
  /** No reason paints a silence of more than 1.5 own gaps as lowering the score. */
  readonly overdueNeverLowers: Count;
  /** The first reason raises the score of those who are slipping away, under any label. */
  readonly slippingRaised: Count;
  readonly sentences: number;
  /** Each with the sentence. */
  readonly faults: readonly string[];
}

/** A tenth of the customers by expected revenue, the highest first. */
export interface Decile {
  readonly expected: number;
  readonly actual: number;
}

/** The hundred customers that a key puts first: means over tasks. */
export interface TopList {
  readonly ordered: number;
  readonly revenueShare: number;
  readonly longSilent: number;
}

export interface MoneyFindings {
  /** Expected over actual revenue of each task. */
  readonly ratios: readonly number[];
  readonly deciles: readonly Decile[];
  readonly atRisk: TopList;
  /** Ranked by the score times what an active customer would spend, which is the key of most churn reports. */
  readonly weighted: TopList;
}

export interface LifecycleFindings {
  readonly share: number;
  readonly returned: number;
  readonly revenueShare: number;
}

export interface OwnerFindings {
  readonly reasons: ReasonFindings;
  /** Null for a log without amounts. */
  readonly money: MoneyFindings | null;
  readonly lifecycle: ReadonlyMap<Lifecycle, LifecycleFindings>;
  /** Null with too few gaps in the second half of the log. */
  readonly nextOrder: Coverage | null;
}

const TOP = 100;
const LONG_SILENCE_GAPS = 5;
const TENTHS = 10;

/** Collects what a shop owner would read over the tasks of a shop, one task after another. */
export class OwnerTally {
  private readonly labelled: { label: string; lifecycle: Lifecycle; effect: number }[] = [];
  private readonly overdue = { held: 0, of: 0 };
  private readonly faults: string[] = [];
  private sentences = 0;
  private readonly ratios: number[] = [];
  private readonly deciles = Array.from({ length: TENTHS }, () => ({ expected: 0, actual: 0 }));
  private readonly tops = { atRisk: [] as TopList[], weighted: [] as TopList[] };
  private readonly states = new Map<Lifecycle, { n: number; returned: number; revenue: number }>();
  private readonly all = { n: 0, revenue: 0 };

  add({ task, model, customers }: TaskAnswers): void {
    for (const answer of customers) {
      this.addReasons(answer, task.cutoff);
      this.addState(answer);
    }
    const actual = total(customers, ({ revenue }) => revenue);
    if (actual === 0) return;
    const byExpected = sortedBy(customers, expectedOf);
    this.ratios.push(total(customers, expectedOf) / actual);
    for (const [rank, answer] of byExpected.entries()) {
      const decile = this.deciles[Math.floor((TENTHS * rank) / byExpected.length)]!;
      decile.expected += expectedOf(answer);
      decile.actual += answer.revenue;
    }
    const { r, alpha } = model.mbg;
    const spendIfActive = ({ features: { x, tx, days } }: CustomerAnswer): number => (meanOf(days.value) * (r + x)) / (alpha + tx);
    this.tops.atRisk.push(topOf(sortedBy(customers, ({ scored }) => Number(scored.revenueAtRisk)), actual)); // prettier-ignore
    this.tops.weighted.push(topOf(sortedBy(customers, (each) => Number(each.scored.score) * spendIfActive(each)), actual)); // prettier-ignore
  }

  findings(): Omit<OwnerFindings, 'nextOrder'> {
    const held = (sign: number, ...standings: string[]): Count => {
      const asked = this.labelled.filter(({ label, lifecycle }) => standings.includes(label) || standings.includes(lifecycle));
      return { held: asked.filter(({ effect }) => effect * sign > 0).length, of: asked.length };
    };
    return {
      reasons: {
        atRiskRaised: held(1, 'high', 'critical'),
        highRaised: held(1, 'high'),
        lowLowered: held(-1, 'low'),
        overdueNeverLowers: this.overdue,
        slippingRaised: held(1, 'slipping'),
        sentences: this.sentences,
        faults: this.faults,
      },
      money:
        this.ratios.length === 0
          ? null
          : { ratios: this.ratios, deciles: this.deciles, atRisk: meanTop(this.tops.atRisk), weighted: meanTop(this.tops.weighted) },
      lifecycle: new Map(
        [...this.states].map(([state, { n, returned, revenue }]) => [
          state,
          { share: n / this.all.n, returned: returned / n, revenueShare: revenue / this.all.revenue },
        ]),
      ),
    };
  }

  private addReasons(answer: CustomerAnswer, today: number): void {
    const { reasons, scored, features } = answer;
    if (reasons === null) return;
    this.labelled.push({ label: scored.label, lifecycle: scored.lifecycle, effect: reasons[0]?.effect ?? 0 });
    for (const reason of reasons) {
      this.sentences += 1;
      this.faults.push(...sentenceFaults(reason, answer, today));
    }
    if (!isOverdueSilence(features, today)) return;
    this.overdue.of += 1;
    if (!reasons.some((reason) => lowersOverdue(reason, features, today))) this.overdue.held += 1;
  }

  private addState({ scored: { lifecycle }, hasOrdered, revenue }: CustomerAnswer): void {
    const state = this.states.get(lifecycle) ?? { n: 0, returned: 0, revenue: 0 };
    this.states.set(lifecycle, state);
    state.n += 1;
    state.returned += hasOrdered ? 1 : 0;
    state.revenue += revenue;
    this.all.n += 1;
    this.all.revenue += revenue;
  }
}

function topOf(sorted: readonly CustomerAnswer[], revenue: number): TopList {
  const top = sorted.slice(0, TOP);
  return {
    ordered: top.filter(({ hasOrdered }) => hasOrdered).length / top.length,
    revenueShare: total(top, (each) => each.revenue) / revenue,
    longSilent: top.filter(isLongSilent).length / top.length,
  };
}

const isLongSilent = ({ features: { avgGapDays, T, tx } }: CustomerAnswer): boolean =>
  avgGapDays !== null && T - tx > LONG_SILENCE_GAPS * avgGapDays;

const meanTop = (tops: readonly TopList[]): TopList => ({
  ordered: total(tops, ({ ordered }) => ordered) / tops.length,
  revenueShare: total(tops, ({ revenueShare }) => revenueShare) / tops.length,
  longSilent: total(tops, ({ longSilent }) => longSilent) / tops.length,
});

const expectedOf = ({ scored }: CustomerAnswer): number => Number(scored.expectedRevenue);

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => value > 0);
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function total<Each>(all: readonly Each[], valueOf: (each: Each) => number): number {
  let sum = 0;
  for (const each of all) sum += valueOf(each);
  return sum;
}

const sortedBy = (customers: readonly CustomerAnswer[], keyOf: (answer: CustomerAnswer) => number): CustomerAnswer[] =>
  customers.toSorted((one, other) => keyOf(other) - keyOf(one));
