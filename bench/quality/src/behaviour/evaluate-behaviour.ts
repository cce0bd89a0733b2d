import {
  type BehaviourGroup,
  DEFAULT_BANDS,
  fitModel,
  knownBy,
  measure,
  noOrderAfter,
  type OrderDays,
  type PredictorGroup,
  scoreHistory,
  SIGNALS,
  SparseRowsBuilder,
  type Traits,
  traitsOfOne,
} from '#libs/scoring';
import { type PlantedPlan, plantedShop, type PlantedShop } from './planted-shop.js';
import { subscriptionShop } from './subscription-shop.js';

/** Log-loss of one simulated shop, of the score and of an observer that knows the law of the simulation. */
export interface BehaviourResult {
  readonly shop: string;
  readonly customers: number;
  readonly score: { readonly orders: number; readonly everything: number };
  readonly truth: { readonly orders: number; readonly everything: number };
  /** Groups that the fit kept. */
  readonly groups: readonly PredictorGroup[];
}

/** The groups without any meaning in the simulated shop. */
const NOISE: readonly BehaviourGroup[] = ['reviews', 'tickets'];

/** Evaluates the simulated shops: with signals and noise, with noise alone, and with subscriptions. */
export function evaluateBehaviour(plan: PlantedPlan): BehaviourResult[] {
  const { history, truth } = plantedShop(plan);
  const signals = { history: { ...history, traits: undefined }, truth };
  const noise = { history: withGroups(signals.history, NOISE), truth: { ...truth, everything: truth.orders } };
  return [
    resultOf('visits, checkouts, unsubscribes and noise', signals, plan),
    resultOf('noise alone', noise, plan),
    resultOf('subscriptions', subscriptionShop(plan), plan),
  ];
}

/** Evaluates the first of these shops by its traits instead: one trait with a meaning plus a noise trait, and the noise trait alone. */
export function evaluateTraits(plan: PlantedPlan): BehaviourResult[] {
  const { history, truth } = plantedShop(plan);
  const traits = { history: { ...history, activity: undefined }, truth: { orders: truth.orders, everything: truth.trait } };
  const noise = {
    history: { ...traits.history, traits: noiseAlone(history.traits) },
    truth: { orders: truth.orders, everything: truth.orders },
  };
  return [resultOf('a trait and a noise trait', traits, plan), resultOf('a noise trait alone', noise, plan)];
}

function resultOf(shop: string, { history, truth }: PlantedShop, { cutoff, horizonDays, seed }: PlantedPlan): BehaviourResult {
  const { history: known, customers } = knownBy(history, cutoff);
  const happened = noOrderAfter(history, customers, { cutoff, horizonDays });
  const lossOf = (predicted: Float64Array): number => measure({ predicted, happened }).logLoss;
  const options = { today: cutoff, horizonDays, bands: DEFAULT_BANDS, seed };
  const orders: OrderDays = { ...known, activity: undefined, traits: undefined };
  const [without, withAll] = [fitModel(orders, options), fitModel(known, options)];
  return {
    shop,
    customers: customers.length,
    score: { orders: lossOf(scoreHistory(orders, without, cutoff)), everything: lossOf(scoreHistory(known, withAll, cutoff)) },
    truth: { orders: lossOf(truth.orders), everything: lossOf(truth.everything) },
    groups: withAll.behaviour?.groups ?? [],
  };
}

/** Keeps the noise trait only. */
function noiseAlone(traits: Traits): Traits {
  const builder = new SparseRowsBuilder(traitsOfOne(['noise'], []));
  const number = traits.names.indexOf('noise');
  for (let i = 0; i + 1 < traits.offsets.length; i++) {
    const rows = Array.from({ length: traits.offsets[i + 1]! - traits.offsets[i]! }, (_, k) => traits.offsets[i]! + k);
    const own = rows.filter((row) => traits.trait[row] === number);
    const changes = own.map((row) => ({ day: traits.day[row]!, trait: 0, value: traits.value[row]! }));
    builder.add(traitsOfOne(['noise'], changes));
  }
  return builder.build();
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
