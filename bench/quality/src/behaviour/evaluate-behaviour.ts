import {
  type BehaviourGroup,
  DEFAULT_BANDS,
  fitModel,
  knownBy,
  measure,
  noOrderAfter,
  type OrderDays,
  scoreHistory,
  SIGNALS,
} from '#libs/scoring';
import { type PlantedPlan, plantedShop, type PlantedShop } from './planted-shop.js';
import { subscriptionShop } from './subscription-shop.js';

/** Log-loss of one simulated shop, by the score and by whoever knows the law of the simulation. */
export interface BehaviourResult {
  readonly shop: string;
  readonly customers: number;
  readonly score: { readonly orders: number; readonly everything: number };
  readonly truth: { readonly orders: number; readonly everything: number };
  /** Groups that the fit kept. */
  readonly groups: readonly BehaviourGroup[];
}

/** The groups without any meaning in the simulated shop. */
const NOISE: readonly BehaviourGroup[] = ['reviews', 'tickets'];

/** Evaluates the simulated shops: with signals and noise, with noise alone, and with subscriptions. */
export function evaluateBehaviour(plan: PlantedPlan): BehaviourResult[] {
  const signals = plantedShop(plan);
  const noise = { ...signals, history: withGroups(signals.history, NOISE), truth: { ...signals.truth, everything: signals.truth.orders } };
  return [
    resultOf('visits, checkouts, unsubscribes and noise', signals, plan),
    resultOf('noise alone', noise, plan),
    resultOf('subscriptions', subscriptionShop(plan), plan),
  ];
}

function resultOf(shop: string, { history, truth }: PlantedShop, { cutoff, horizonDays, seed }: PlantedPlan): BehaviourResult {
  const { history: known, customers } = knownBy(history, cutoff);
  const happened = noOrderAfter(history, customers, { cutoff, horizonDays });
  const lossOf = (predicted: Float64Array): number => measure({ predicted, happened }).logLoss;
  const options = { today: cutoff, horizonDays, bands: DEFAULT_BANDS, seed };
  const orders: OrderDays = { ...known, activity: undefined };
  const [without, withAll] = [fitModel(orders, options), fitModel(known, options)];
  return {
    shop,
    customers: customers.length,
    score: { orders: lossOf(scoreHistory(orders, without, cutoff)), everything: lossOf(scoreHistory(known, withAll, cutoff)) },
    truth: { orders: lossOf(truth.orders), everything: lossOf(truth.everything) },
    groups: withAll.behaviour?.groups ?? [],
  };
}

/** Keeps the activity of some groups only. */
function withGroups(history: OrderDays, groups: readonly BehaviourGroup[]): OrderDays {
  const { activity } = history;
  if (activity === undefined) return history;
  const kept = Array.from(activity.signal, (signal) => groups.includes(SIGNALS[signal]![1]));
  const before = new Uint32Array(kept.length + 1);
  for (const [row, isKept] of kept.entries()) before[row + 1] = before[row]! + (isKept ? 1 : 0);
  return {
    ...history,
    activity: {
      offsets: activity.offsets.map((row) => before[row]!),
      day: activity.day.filter((_, row) => kept[row]),
      signal: activity.signal.filter((_, row) => kept[row]),
      count: activity.count.filter((_, row) => kept[row]),
    },
  };
}
