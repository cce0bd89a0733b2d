import { BEHAVIOUR_GROUPS } from '../orders/activity.js';
import type { PredictorGroup } from '../behaviour/behaviour-columns.js';
import { isTraitGroup } from '../orders/traits.js';
import type { GroupGain } from '../behaviour/behaviour-layer.js';

/** A group must save more log-loss in the replay than this many standard errors of what it saves: chance alone does so once in 160 groups. */
export const NOISE_ERRORS = 2.5;
/** A shop with traits asks about more groups than there are of behaviour. */
const GROUPS_OF_BEHAVIOUR = BEHAVIOUR_GROUPS.length;
/** A group that saves less than this share of the log-loss is not worth reading events for. */
export const LEAST_SHARE_SAVED = 0.0005;

/** Log-loss of each evaluated customer of the replay, in the same order. */
export type Losses = Float64Array;

const meanOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Returns the standard errors that a group must save, more of them where chance has more groups to help. */
export const noiseErrors = (groups: number): number =>
  Math.sqrt(NOISE_ERRORS ** 2 + 2 * Math.log(Math.max(1, groups / GROUPS_OF_BEHAVIOUR)));

/** The rule by which a group is kept: it saves log-loss in the replay, by more than noise and by enough to matter. */
export function isKept(before: Losses, after: Losses, errors = NOISE_ERRORS): boolean {
  const saved = before.map((each, i) => each - after[i]!);
  const mean = meanOf(saved);
  const error = Math.sqrt(meanOf(saved.map((each) => (each - mean) ** 2)) / saved.length);
  return mean > errors * error && mean > LEAST_SHARE_SAVED * meanOf(before);
}

/**
 * Chooses groups one after another. It tries those that help alone, the best first, and keeps each further one that still improves on the
 * chosen ones.
 *
 * @param before losses of the score of the orders
 * @param lossesWith fits the groups, given in the order of `inOrder`, and replays them
 * @returns the groups in the order in which they were chosen
 */
export function chooseGroups(
  candidates: readonly PredictorGroup[],
  before: Losses,
  lossesWith: (groups: readonly PredictorGroup[]) => Losses,
): GroupGain[] {
  const errors = noiseErrors(candidates.length);
  const alone = candidates.map((group) => ({ group, losses: lossesWith([group]) })).filter(({ losses }) => isKept(before, losses, errors));
  alone.sort((one, other) => meanOf(one.losses) - meanOf(other.losses));
  const gains: GroupGain[] = [];
  let current = before;
  for (const { group, losses } of alone) {
    const after = gains.length === 0 ? losses : lossesWith(inOrder([...gains.map((gain) => gain.group), group]));
    if (!isKept(current, after, errors)) continue;
    gains.push({ group, logLossBefore: meanOf(current), logLossAfter: meanOf(after) });
    current = after;
  }
  return gains;
}

/** Returns the groups in the order of `BEHAVIOUR_GROUPS`, and then the traits by name. */
export const inOrder = (groups: readonly PredictorGroup[]): PredictorGroup[] => [
  ...BEHAVIOUR_GROUPS.filter((group) => groups.includes(group)),
  ...groups.filter(isTraitGroup).toSorted(),
];
