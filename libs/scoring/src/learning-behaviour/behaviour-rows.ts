import type { SeededRandom } from '../arithmetic/seeded-random.js';
import { fitLogistic } from '../learning/fit-logistic.js';
import { shiftTo } from '../learning/level.js';
import { linearLogits } from '../learning/linear-logits.js';
import { originsOf } from '../learning/origins.js';
import { BlendScorer } from '../model/blend.js';
import type { Learner } from '../model/learner.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import { represented } from '../orders/stand-ins.js';
import { customerCount } from '../orders/order-days.js';
import type { Covariates, OrderDays } from '../orders/order-days.js';
import { endOnDay } from '../orders/sparse-rows.js';
import { traitGroup } from '../orders/traits.js';
import { columnsOf, productColumns, columnCountOf, writeBehaviour } from '../behaviour/behaviour-columns.js';
import type { BehaviourContext, PredictorGroup } from '../behaviour/behaviour-columns.js';
import { inDeviations } from '../behaviour/behaviour-layer.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';

/** Customers on past days, with the score of their orders and what became of them. */
export interface BehaviourRows {
  readonly context: BehaviourContext;
  /** Columns of all groups of the context, one row after another. */
  readonly columns: Float64Array;
  /** Log-odds of the orders. */
  readonly base: Float64Array;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Number of the past day. */
  readonly period: Uint8Array;
  readonly periods: number;
}

/** A blend of a day, and the orders by which it is evaluated. */
export interface BlendOfDay {
  readonly learner: Learner;
  readonly mbg: MbgParameters;
  readonly horizonDays: number;
  readonly firstDay: number;
  readonly today: number;
}

const MOST_ROWS = 40_000;
/** Days that a shop must have sent behaviour before a past day is learned from. Earlier days would teach that customers do nothing. */
const LEAST_ACTIVITY_DAYS = 30;
const L2 = 30;
/** A column that hardly differs between customers would only carry noise. */
const LEAST_SPREAD = 0.02;

/** Returns the past days with a horizon that has passed by today, and at least a month of behaviour, or a trait, before them. */
export function behaviourOrigins({ activity, traits }: Covariates, { firstDay, today, horizonDays }: BlendOfDay): number[] {
  const first = Math.min(firstOf(activity?.day) + LEAST_ACTIVITY_DAYS, firstOf(traits?.day));
  return originsOf(firstDay, today, horizonDays).filter((origin) => origin >= first);
}

const firstOf = (days: Int32Array | undefined): number =>
  (days ?? new Int32Array()).reduce((least, each) => Math.min(least, each), Infinity);

/**
 * Reads the customers on some days, a sample of them where there are very many. Leaves out outcomes that a contact may have changed. Control groups
 * do not stand for these: a layer adds to the level of the orders, which has learned from control groups, and repeats are no evidence for a group.
 */
export function behaviourRows(
  history: OrderDays,
  origins: readonly number[],
  blend: BlendOfDay,
  context: BehaviourContext,
  random: SeededRandom,
): BehaviourRows {
  const n = customerCount(history);
  const chosen = random.sample(n, Math.ceil(MOST_ROWS / Math.max(1, origins.length)));
  const cases: { customer: number; to: number; period: number }[] = [];
  for (const customer of chosen) {
    for (const [period, origin] of origins.entries()) {
      const to = endOnDay(history, customer, origin);
      if (to === history.offsets[customer]!) continue;
      const horizon = { cutoff: origin, horizonDays: blend.horizonDays };
      if (represented(history, customer, horizon) > 0) cases.push({ customer, to, period });
    }
  }
  const scorer = new BlendScorer(blend);
  const columnCount = columnCountOf(context.groups);
  const columns = new Float64Array(cases.length * columnCount);
  const [base, label, period] = [new Float64Array(cases.length), new Uint8Array(cases.length), new Uint8Array(cases.length)];
  for (const [i, each] of cases.entries()) {
    const origin = origins[each.period]!;
    base[i] = scorer.logitOf(history, { from: history.offsets[each.customer]!, to: each.to }, origin);
    writeBehaviour(history, each.customer, origin, context, { out: columns, at: i * columnCount });
    const next = each.to < history.offsets[each.customer + 1]! ? history.day[each.to]! : Infinity;
    label[i] = next > origin + blend.horizonDays ? 1 : 0;
    period[i] = each.period;
  }
  return { context, columns, base, label, period, periods: origins.length };
}

/** A layer without the level that `layerLogits` calculates. */
export type UnlevelledLayer = Omit<BehaviourLayer, 'regular' | 'gains'>;

/**
 * Fits the regression of some of the groups. Each past day gets its own level, so that what all customers of a day share does not count as
 * behaviour.
 */
export function fitLayer(rows: BehaviourRows, groups: readonly PredictorGroup[]): UnlevelledLayer {
  const { label, base, period, periods, context } = rows;
  const own = columnsFor(rows, groups);
  const [columnCount, n] = [columnCountOf(groups), label.length];
  const { center, spread } = scalesOf(own, columnCount);
  const baseScale = scalesOf(base, 1);
  const layer = {
    groups,
    traits: context.traits.filter(({ name }) => groups.includes(traitGroup(name))),
    renewalDays: context.renewalDays,
    center,
    spread,
    base: { center: baseScale.center[0]!, spread: baseScale.spread[0]! || 1 },
    shift: 0,
  };
  const features = designOf(own, base, layer);
  const designColumns = features.length / n;
  const { coefficients } = fitLogistic(
    { columnCount: designColumns, features, label, offset: base, periods: { of: period, count: periods } },
    L2,
  );
  return { ...layer, coefficients: [...coefficients] };
}

/** Returns the log-odds of the customers with behaviour, shifted so that their mean score equals that of the orders alone. */
export function layerLogits(rows: BehaviourRows, layer: UnlevelledLayer): { readonly logits: Float64Array; readonly shift: number } {
  const logits = new Float64Array(rows.label.length);
  linearLogits(designOf(columnsFor(rows, layer.groups), rows.base, layer), 0, layer.coefficients, logits);
  for (let i = 0; i < logits.length; i++) logits[i] = logits[i]! + rows.base[i]!;
  const wanted = rows.base.reduce((sum, each) => sum + 1 / (1 + Math.exp(-each)), 0);
  const shift = shiftTo(logits, wanted);
  return { logits: logits.map((each) => each + shift), shift };
}

/** Returns the log-loss of each row. */
export const lossesOf = (logits: Float64Array, label: Uint8Array): Float64Array =>
  logits.map((logit, i) => {
    const wrong = label[i] === 1 ? -logit : logit;
    return Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong)));
  });

/** The columns of some of the groups. */
function columnsFor({ columns, label, context }: BehaviourRows, groups: readonly PredictorGroup[]): Float64Array {
  const all = columnCountOf(context.groups);
  const chosen: number[] = [];
  let start = 0;
  for (const group of context.groups) {
    if (groups.includes(group)) for (let j = 0; j < columnsOf(group); j++) chosen.push(start + j);
    start += columnsOf(group);
  }
  if (chosen.length === all) return columns;
  const some = new Float64Array(label.length * chosen.length);
  for (let i = 0; i < label.length; i++) {
    for (let j = 0; j < chosen.length; j++) some[i * chosen.length + j] = columns[i * all + chosen[j]!]!;
  }
  return some;
}

/** Columns in standard deviations, and their products with the score of the orders. */
function designOf(
  columns: Float64Array,
  base: Float64Array,
  layer: Pick<BehaviourLayer, 'groups' | 'center' | 'spread' | 'base'>,
): Float64Array {
  const columnCount = columnCountOf(layer.groups);
  const products = productColumns(layer.groups);
  const designColumns = columnCount + products.length;
  const design = new Float64Array(base.length * designColumns);
  for (let i = 0; i < base.length; i++) {
    const scaled = (base[i]! - layer.base.center) / layer.base.spread;
    for (let j = 0; j < columnCount; j++)
      design[i * designColumns + j] = inDeviations(columns[i * columnCount + j]!, layer.center[j]!, layer.spread[j]!);
    for (const [k, column] of products.entries())
      design[i * designColumns + columnCount + k] = design[i * designColumns + column]! * scaled;
  }
  return design;
}

function scalesOf(columns: Float64Array, columnCount: number): { center: number[]; spread: number[] } {
  const n = columns.length / columnCount;
  const center = Array.from({ length: columnCount }, () => 0);
  const squares = Array.from({ length: columnCount }, () => 0);
  for (let i = 0; i < columns.length; i++) center[i % columnCount]! += columns[i]! / n;
  for (let i = 0; i < columns.length; i++) squares[i % columnCount]! += (columns[i]! - center[i % columnCount]!) ** 2 / n;
  return { center, spread: squares.map((each) => Math.sqrt(each)).map((each) => (each <= LEAST_SPREAD ? 0 : each)) };
}
