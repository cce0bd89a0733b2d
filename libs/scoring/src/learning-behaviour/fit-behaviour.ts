import type { SeededRandom } from '../arithmetic/seeded-random.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import type { Activity } from '../orders/activity.js';
import { groupsSeen } from '../behaviour/behaviour-columns.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';
import { behaviourOrigins, behaviourRows, fitLayer, layerLogits, lossesOf } from './behaviour-rows.js';
import type { BlendOfDay } from './behaviour-rows.js';
import { chooseGroups, inOrder } from './choose-groups.js';
import { usualRenewalDays } from '../behaviour/subscription.js';

/** The blends of today and of one horizon ago, each fitted to what was known then. */
export interface BehaviourTask {
  readonly now: BlendOfDay;
  readonly past: BlendOfDay;
}

/** Fewer customers of one horizon ago who came back, or stayed away, prove nothing. */
const LEAST_OF_EACH = 20;

/**
 * Fits what behaviour adds to the score of the orders, with the groups that would have helped one horizon ago: fitted to what was known
 * then, judged by what has happened since.
 *
 * @param known nothing after today; every customer has an order
 * @returns null without behaviour, and where no group helps
 */
export function fitBehaviour(
  known: OrderDays & { readonly activity: Activity },
  { now, past }: BehaviourTask,
  random: SeededRandom,
): Omit<BehaviourLayer, 'regular'> | null {
  const groups = inOrder(groupsSeen(known.activity));
  const learned = behaviourOrigins(known.activity, past);
  if (groups.length === 0 || learned.length === 0) return null;
  const context = { groups, horizonDays: past.horizonDays, renewalDays: usualRenewalDays(known.activity, past.today) };
  const judged = behaviourRows(known, [past.today], past, context, random);
  if (!hasBoth(judged.label)) return null;
  const rows = behaviourRows(known, learned, past, context, random);
  if (!hasBoth(rows.label)) return null;
  const gains = chooseGroups(groups, lossesOf(judged.base, judged.label), (some) =>
    lossesOf(layerLogits(judged, fitLayer(rows, some)).logits, judged.label),
  );
  if (gains.length === 0) return null;
  return { ...fitNow(known, now, inOrder(gains.map(({ group }) => group)), random), gains };
}

function fitNow(
  known: OrderDays & { readonly activity: Activity },
  now: BlendOfDay,
  groups: BehaviourLayer['groups'],
  random: SeededRandom,
): Omit<BehaviourLayer, 'regular' | 'gains'> {
  const context = { groups, horizonDays: now.horizonDays, renewalDays: usualRenewalDays(known.activity, now.today) };
  const layer = fitLayer(behaviourRows(known, behaviourOrigins(known.activity, now), now, context, random), groups);
  const { shift } = layerLogits(behaviourRows(known, [now.today], now, context, random), layer);
  return { ...layer, shift };
}

/** Says whether a history has behaviour beside its orders. */
export const hasActivity = (history: OrderDays): history is OrderDays & { readonly activity: Activity } =>
  history.activity !== undefined && history.activity.day.length > 0 && customerCount(history) > 0;

function hasBoth(label: Uint8Array): boolean {
  const stayedAway = label.reduce((sum, each) => sum + each, 0);
  return Math.min(stayedAway, label.length - stayedAway) >= LEAST_OF_EACH;
}
