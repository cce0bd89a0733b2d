import { customerCount, historyOf, knownBy, measure, noOrderAfter, SeededRandom, type Horizon } from '#libs/scoring';
import { tasksOf, type ShopPlan } from './evaluate-shop.js';
import type { Method, Question } from '../methods/question.js';
import type { ShopLog } from '../logs/read-shop-log.js';
import { mean } from '../mean.js';

const SMALL_SIZES = [10, 50, 200, 1000] as const;

/** Result of the methods for tenants of one size: mean log-loss over all draws of all tasks. */
export interface SmallResult {
  readonly customers: number;
  readonly draws: number;
  readonly logLoss: readonly { readonly name: string; readonly mean: number }[];
}

/** A smaller tenant differs more from the next one: more draws give a mean that means something. */
const DRAWS = { upTo50: 12, upTo200: 6, more: 3 };
/** Number of other customers of the same shop that a draw is evaluated on. */
const MOST_EVALUATED = 4000;

/**
 * Tenants that have only some of a shop's customers: a method learns from N of them, drawn with the seed, and is evaluated on others of the
 * same shop, so that the number of customers evaluated does not shrink with the tenant. A method that cannot answer counts as `fallback`.
 */
export function evaluateSmallTenants(shop: ShopLog, methods: readonly Method[], fallback: Method, plan: ShopPlan): SmallResult[] {
  const tasks = tasksOf(shop, plan);
  return SMALL_SIZES.map((customers) => {
    const losses = methods.map((): number[] => []);
    for (const [number, task] of tasks.entries()) {
      for (const { question, happened } of drawsOf(shop, task, customers, 1000 * plan.seed + number)) {
        for (const [i, method] of methods.entries()) {
          const predicted = method.predict(question) ?? fallback.predict(question) ?? new Float64Array();
          losses[i]!.push(measure({ predicted, happened }).logLoss);
        }
      }
    }
    const logLoss = methods.map(({ name }, i) => ({ name, mean: mean(losses[i]!) }));
    return { customers, draws: losses[0]?.length ?? 0, logLoss };
  }).filter(({ draws }) => draws > 0);
}

function* drawsOf(shop: ShopLog, task: Horizon, size: number, seed: number): Generator<{ question: Question; happened: Uint8Array }> {
  const { history, customers } = knownBy(shop.history, task.cutoff);
  const n = customerCount(history);
  // Half of the shop at most: some customers must be left to evaluate on.
  if (n < 2 * size) return;
  const random = new SeededRandom(seed);
  const happenedToAll = noOrderAfter(shop.history, customers, task);
  for (let draw = 0; draw < drawsFor(size); draw++) {
    const chosen = random.sample(n, size);
    const drawn = new Set(chosen);
    const others = Uint32Array.from({ length: n }, (_, i) => i).filter((i) => !drawn.has(i));
    const evaluated = random.sample(others.length, MOST_EVALUATED).map((i) => others[i]!);
    yield {
      question: { known: historyOf(history, chosen), evaluated: historyOf(history, evaluated), task, seed },
      happened: Uint8Array.from(evaluated, (i) => happenedToAll[i]!),
    };
  }
}

function drawsFor(size: number): number {
  if (size <= 50) return DRAWS.upTo50;
  return size <= 200 ? DRAWS.upTo200 : DRAWS.more;
}
