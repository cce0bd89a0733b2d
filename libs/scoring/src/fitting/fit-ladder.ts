import { historyOf, knownBy, noOrderAfter } from '../orders/past-orders.js';
import type { BlendSettings } from '../learning/blend-settings.js';
import { chooseWeights, replayEvidence, usualWeights } from '../learning/choose-weights.js';
import type { Evidence, Weights } from '../learning/choose-weights.js';
import { fitLearner } from '../learning/fit-learner.js';
import type { LearnerFit } from '../learning/fit-learner.js';
import type { Learner } from '../model/learner.js';
import { fitBehaviour, hasCovariates } from '../learning-behaviour/fit-behaviour.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';
import { withEarlierDays } from '../model/earlier/earlier-days.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { countedOutcomes, repetition } from '../orders/stand-ins.js';
import { fitMbg } from './fit-mbg.js';
import { buyingHistoriesOf, groupHistories } from './group-histories.js';
import { LEAST_HISTORY_DAYS } from '../learning/origins.js';
import { visibleFrom } from './visible-from.js';
import { SeededRandom } from '../arithmetic/seeded-random.js';

export interface LadderTask {
  readonly today: number;
  readonly firstDay: number;
  readonly horizonDays: number;
  readonly seed: number;
  readonly highest: 'mbg' | 'mbg+lr' | 'mbg+lr+gbt';
  readonly settings: BlendSettings;
}

/** The rungs that a history allowed. */
export interface Rungs {
  readonly mbg: MbgParameters;
  readonly learned: LearnerFit | null;
  /** Customers that the present level was taken from: all, or a sample. */
  readonly sample: OrderDays;
  readonly behaviour: Omit<BehaviourLayer, 'regular'> | null;
  /** The whole history, with a day for each earlier order. */
  readonly placed: OrderDays;
}

const LARGEST_SAMPLE = 10_000;
/** The prior's time scale is the mean T; a shop of some weeks has shown nothing that would justify a smaller one. */
const SHORTEST_SCALE_DAYS = 60;
/**
 * Horizons over which learned parts gain their weight in a shop with sums of earlier orders. With one, 13 and 4 % of the customers of two real
 * logs got another label on the day of the first replay, without an order; with three 2.3 and 1.2 %, as on other days.
 */
const HAND_OVER_HORIZONS = 3;
/** Trees begin where a shop has enough customers to hold some of them out. */
const CUSTOMERS_FOR_TREES = 500;

/**
 * Climbs the ladder on all that was known of a shop on a day, and weighs its rungs by how they would have done one horizon earlier.
 *
 * @param known nothing after `today`; every customer has an order
 */
export function fitLadder(known: OrderDays, task: LadderTask): Rungs {
  const now = fitRungs(known, task);
  if (now.learned === null) return now;
  const { learner, outcomes } = now.learned;
  const withTrees = learner.forest !== null;
  const usual = usualWeights(outcomes, withTrees, task.settings);
  const past = replayed(known, task, withTrees);
  const chosenBy = (...evidence: (Evidence | null)[]): Weights =>
    chooseWeights(
      evidence.filter((each) => each !== null),
      usual,
      { pull: task.settings.pull, withTrees },
    );
  const { learned, replay } = handOver(known, task);
  const judged = chosenBy(past?.evidence ?? null, now.learned.unseen);
  const unjudged = replay < 1 ? chosenBy(now.learned.unseen) : judged;
  const weightOf = (part: keyof Weights): number => learned * (unjudged[part] + replay * (judged[part] - unjudged[part]));
  const weighted = (each: Learner): Learner => ({
    ...each,
    linear: { ...each.linear, weight: weightOf('linear') },
    trees: { ...each.trees, weight: weightOf('trees') },
  });
  const behaviour =
    past === null || !hasCovariates(known)
      ? null
      : fitBehaviour(
          now.placed,
          {
            now: { ...task, mbg: now.mbg, learner: weighted(learner) },
            past: { ...task, today: past.day, mbg: past.mbg, learner: weighted(past.learner) },
          },
          new SeededRandom(task.seed),
        );
  return { ...now, learned: { ...now.learned, learner: weighted(learner) }, behaviour };
}

/**
 * Returns how much of their weight the learned parts get, and how much of it follows a replay. A shop with sums of its earlier orders has scores
 * for everyone before it has days to learn from. They must not jump on the day when it has them, nor on the day of the first replay, one horizon
 * later. That day brings a second period to learn from as well, so the learned parts have a third of their weight by then.
 */
function handOver(known: OrderDays, { today, firstDay, horizonDays }: LadderTask): { readonly learned: number; readonly replay: number } {
  if (visibleFrom(known) === null) return { learned: 1, replay: 1 };
  const horizons = (today - firstDay - LEAST_HISTORY_DAYS) / horizonDays;
  const grown = (since: number, during: number): number => Math.min(1, Math.max(0, (horizons - since) / during));
  return { learned: grown(1, HAND_OVER_HORIZONS), replay: grown(2, 1) };
}

/** The rungs of one horizon ago, and how they would have done. */
interface Replayed {
  readonly day: number;
  readonly mbg: MbgParameters;
  readonly learner: Learner;
  /** Null where there were no trees yet, which there are now. */
  readonly evidence: Evidence | null;
}

function fitRungs(known: OrderDays, task: LadderTask): Rungs {
  const random = new SeededRandom(task.seed);
  const chosen = historyOf(known, random.sample(customerCount(known), LARGEST_SAMPLE));
  const grouped = groupHistories(buyingHistoriesOf(chosen, task.today));
  const { parameters: mbg } = fitMbg(grouped, Math.max(SHORTEST_SCALE_DAYS, grouped.meanT));
  const [sample, placed] = [withEarlierDays(chosen, mbg), withEarlierDays(known, mbg)];
  if (task.highest === 'mbg') return { mbg, learned: null, sample, behaviour: null, placed };
  const withTrees = task.highest === 'mbg+lr+gbt' && customerCount(known) >= CUSTOMERS_FOR_TREES;
  return { mbg, learned: fitLearner(placed, sample, { ...task, mbg, withTrees }, random), sample, behaviour: null, placed };
}

/** Null where the history does not reach one horizon further back. */
function replayed(known: OrderDays, task: LadderTask, withTrees: boolean): Replayed | null {
  const day = task.today - task.horizonDays;
  const past = knownBy(known, day);
  if (customerCount(past.history) === 0) return null;
  const { mbg, learned } = fitRungs(past.history, { ...task, today: day });
  if (learned === null) return null;
  const { learner } = learned;
  if (learner.forest === null && withTrees) return { day, mbg, learner, evidence: null };
  const horizon = { cutoff: day, horizonDays: task.horizonDays };
  const sample = new SeededRandom(task.seed).sample(past.customers.length, LARGEST_SAMPLE);
  const { places, isRepeat } = countedOutcomes(
    known,
    sample.map((i) => past.customers[i]!),
    horizon,
  );
  const chosen = places.map((place) => sample[place]!);
  const label = noOrderAfter(
    known,
    chosen.map((i) => past.customers[i]!),
    horizon,
  );
  const evidence = replayEvidence({
    learner,
    mbg,
    horizonDays: task.horizonDays,
    day,
    known: withEarlierDays(historyOf(past.history, chosen), mbg),
    label,
    weight: 1 / repetition(isRepeat),
  });
  return { day, mbg, learner, evidence };
}
