import { buyingHistory, historyLogit, evaluatedDay } from '../model/blend.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { BLEND_SETTINGS } from './blend-settings.js';
import { LearnerReader } from '../model/learner.js';
import type { Learner } from '../model/learner.js';

/** Shares of the regression and of the trees in the log-odds. */
export interface Weights {
  readonly linear: number;
  readonly trees: number;
}

/** A blend at a past day and what its customers did within the horizon. */
export interface PastBlend {
  readonly learner: Learner;
  readonly mbg: MbgParameters;
  readonly horizonDays: number;
  readonly day: number;
  /** The history as known on that day. */
  readonly known: OrderDays;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Number of customers that a row counts for: less than 1 where rows repeat. */
  readonly weight: number;
}

const WEIGHT_OF_ONE = 0.7;
/** Weights with trees, which find less that holds for the next period than the regression does. */
const WEIGHTS_OF_TWO: Weights = { linear: 0.6, trees: 0.2 };
const STEPS = 10;

/**
 * Weights for a shop without evidence of its own: they grow with the outcomes seen, so small shops rely on MBG/NBD.
 *
 * @param outcomes how many of the rows that they learned from had the rarer of the two labels
 */
export function usualWeights(outcomes: number, withTrees: boolean, { outcomesForHalf } = BLEND_SETTINGS): Weights {
  const share = outcomes / (outcomes + outcomesForHalf);
  return withTrees
    ? { linear: WEIGHTS_OF_TWO.linear * share, trees: WEIGHTS_OF_TWO.trees * share }
    : { linear: WEIGHT_OF_ONE * share, trees: 0 };
}

/** Log-odds by MBG/NBD, the regression and the trees for the same customers, with their outcomes. */
export interface Evidence {
  readonly history: Float64Array;
  readonly linear: Float64Array;
  /** Those of MBG/NBD where there are no trees. */
  readonly trees: Float64Array;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Number of customers that a row counts for. */
  readonly weight: number;
}

/** The weights that would have been best for all evidence together, drawn towards the usual ones. */
export function chooseWeights(
  evidence: readonly Evidence[],
  usual: Weights,
  { pull, withTrees }: { pull: number; withTrees: boolean },
): Weights {
  const lossOf = (weights: Weights): number => evidence.reduce((sum, each) => sum + each.weight * totalLoss(each, weights), 0);
  let best = { weights: usual, loss: lossOf(usual) };
  const mostTrees = withTrees ? STEPS : 0;
  for (let i = 0; i <= STEPS; i++) {
    for (let k = 0; k <= Math.min(mostTrees, STEPS - i); k++) {
      const weights = { linear: i / STEPS, trees: k / STEPS };
      const loss = lossOf(weights) + pull * squaredDistance(weights, usual);
      if (loss < best.loss) best = { weights, loss };
    }
  }
  return best.weights;
}

/** Replays a blend of one horizon ago on the customers known then. */
export function replayEvidence({ learner, mbg, horizonDays, day, known, label, weight }: PastBlend): Evidence {
  const reader = new LearnerReader(learner, horizonDays);
  const n = customerCount(known);
  const logits = { history: new Float64Array(n), linear: new Float64Array(n), trees: new Float64Array(n), label, weight };
  for (let i = 0; i < n; i++) {
    const rows = { from: known.offsets[i]!, to: known.offsets[i + 1]! };
    const evaluated = evaluatedDay(learner, known, rows, day);
    logits.history[i] = historyLogit(buyingHistory(known, rows, evaluated), mbg, horizonDays);
    reader.read(known, rows, evaluated, logits.history[i]!);
    logits.linear[i] = reader.linear;
    logits.trees[i] = reader.trees;
  }
  return logits;
}

function totalLoss({ history, linear, trees, label }: Evidence, weights: Weights): number {
  const ofHistory = 1 - weights.linear - weights.trees;
  let loss = 0;
  for (let i = 0; i < label.length; i++) {
    const z = ofHistory * history[i]! + weights.linear * linear[i]! + weights.trees * trees[i]!;
    const wrong = label[i] === 1 ? -z : z;
    loss += Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong)));
  }
  return loss;
}

const squaredDistance = (one: Weights, other: Weights): number =>
  (one.linear - other.linear) ** 2 + (one.trees - other.trees) ** 2 + (one.linear + one.trees - other.linear - other.trees) ** 2;
