import {
  equalWidthBins,
  gainsCurve,
  knownBy,
  measure,
  noOrderAfter,
  topDecileLift,
  type Horizon,
  type CalibrationBin,
  type LiftPoint,
  type Metrics,
} from '#libs/scoring';
import { backtestTasks } from './backtest-tasks.js';
import type { Method, Question } from '../methods/question.js';
import type { ShopLog } from '../logs/read-shop-log.js';
import { mean } from '../mean.js';

/** Answer of one method to one task; null where the method needs more data. */
export interface TaskAnswer {
  readonly task: Horizon;
  readonly metrics: Metrics;
  readonly lift: number;
}

/** One method over all tasks of a shop. */
export interface MethodResult {
  readonly name: string;
  readonly answers: readonly (TaskAnswer | null)[];
  /** Means over the tasks that it answered. */
  readonly mean: Metrics & { readonly lift: number };
  /** All tasks together, each customer counting once for each task. */
  readonly bins: readonly CalibrationBin[];
  /** Mean over tasks. */
  readonly gains: readonly LiftPoint[];
}

export interface ShopResult {
  readonly shop: ShopLog;
  readonly tasks: readonly Horizon[];
  readonly methods: readonly MethodResult[];
}

export interface ShopPlan {
  readonly horizons: readonly number[];
  readonly cutoffs: number;
  readonly seed: number;
}

/** The tasks that a log is long enough for. */
export const tasksOf = (shop: ShopLog, plan: ShopPlan): Horizon[] => backtestTasks(shop.span, plan.horizons, plan.cutoffs);

/** Asks every method every task of a shop. @param asked called after each answer */
export function evaluateShop(shop: ShopLog, methods: readonly Method[], plan: ShopPlan, asked: () => void): ShopResult {
  const tasks = tasksOf(shop, plan);
  const results = methods.map((method) => new MethodTally(method.name));
  for (const task of tasks) {
    const { history: known, customers } = knownBy(shop.history, task.cutoff);
    const happened = noOrderAfter(shop.history, customers, task);
    const question: Question = { known, evaluated: known, task, seed: plan.seed };
    for (const [i, method] of methods.entries()) {
      results[i]!.add(task, method.predict(question), happened);
      asked();
    }
  }
  return { shop, tasks, methods: results.map((result) => result.result()) };
}

/** Collects the answers of one method without keeping the predictions of a million customers. */
class MethodTally {
  private readonly answers: (TaskAnswer | null)[] = [];
  private bins: CalibrationBin[] = [];
  private readonly curves: LiftPoint[][] = [];

  constructor(private readonly name: string) {}

  add(task: Horizon, predicted: Float64Array | null, happened: Uint8Array): void {
    if (predicted === null) {
      this.answers.push(null);
      return;
    }
    const predictions = { predicted, happened };
    this.answers.push({ task, metrics: measure(predictions), lift: topDecileLift(predictions) });
    this.bins = mergedBins(this.bins, equalWidthBins(predictions));
    this.curves.push(gainsCurve(predictions));
  }

  result(): MethodResult {
    const answered = this.answers.filter((answer) => answer !== null);
    const gains = (this.curves[0] ?? []).map(({ reached }, step) => ({
      reached,
      found: mean(this.curves.map((curve) => curve[step]!.found)),
    }));
    return { name: this.name, answers: this.answers, mean: meanOf(answered), bins: this.bins, gains };
  }
}

function meanOf(answers: readonly TaskAnswer[]): MethodResult['mean'] {
  const of = (pick: (answer: TaskAnswer) => number): number => mean(answers.map(pick));
  return {
    n: of(({ metrics }) => metrics.n),
    baseRate: of(({ metrics }) => metrics.baseRate),
    meanPredicted: of(({ metrics }) => metrics.meanPredicted),
    auc: of(({ metrics }) => metrics.auc),
    brier: of(({ metrics }) => metrics.brier),
    skill: of(({ metrics }) => metrics.skill),
    logLoss: of(({ metrics }) => metrics.logLoss),
    ece: of(({ metrics }) => metrics.ece),
    eceEqualCount: of(({ metrics }) => metrics.eceEqualCount),
    miscalibration: of(({ metrics }) => metrics.miscalibration),
    lift: of(({ lift }) => lift),
  };
}

function mergedBins(some: readonly CalibrationBin[], more: readonly CalibrationBin[]): CalibrationBin[] {
  return more.map((bin, i) => {
    const other = some[i];
    if (other === undefined || other.n === 0) return bin;
    if (bin.n === 0) return other;
    const n = bin.n + other.n;
    const weighted = (pick: (each: CalibrationBin) => number): number => (bin.n * pick(bin) + other.n * pick(other)) / n;
    return { n, seen: bin.seen + other.seen, predicted: weighted((each) => each.predicted), observed: weighted((each) => each.observed) };
  });
}
