import type { SeededRandom } from '../arithmetic/seeded-random.js';
import type { OrderDays } from '../orders/order-days.js';
import { traitAt, traitGroup } from '../orders/traits.js';
import { groupsSeen } from '../behaviour/behaviour-columns.js';
import type { BehaviourContext, PredictorGroup } from '../behaviour/behaviour-columns.js';
import { traitScaleOf } from '../behaviour/trait-scale.js';
import type { TraitScale } from '../behaviour/trait-scale.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';
import { behaviourOrigins, behaviourRows, fitLayer, layerLogits, lossesOf } from './behaviour-rows.js';
import type { BlendOfDay } from './behaviour-rows.js';
import { chooseGroups, inOrder } from './choose-groups.js';
import { USUAL_RENEWAL_DAYS, usualRenewalDays } from '../behaviour/subscription.js';

/** The blends of today and of one horizon ago, each fitted to what was known then. */
export interface BehaviourTask {
  readonly now: BlendOfDay;
  readonly past: BlendOfDay;
}

/** Smallest number of returned and of lost customers, counted one horizon ago, that a fit needs. */
const LEAST_OF_EACH = 20;

/**
 * Fits what behaviour and traits add to the score of the orders, with the groups that would have helped one horizon ago: fitted to what was known
 * then, evaluated by what has happened since.
 *
 * @param known nothing after today; every customer has an order
 * @returns null without either, and where no group helps
 */
export function fitBehaviour(known: OrderDays, { now, past }: BehaviourTask, random: SeededRandom): Omit<BehaviourLayer, 'regular'> | null {
  const { activity } = known;
  const context = contextOf(known, past, (names) => [...(activity === undefined ? [] : groupsSeen(activity)), ...names.map(traitGroup)]);
  const { groups } = context;
  const learned = behaviourOrigins(known, past);
  if (groups.length === 0 || learned.length === 0) return null;
  const evaluated = behaviourRows(known, [past.today], past, context, random);
  if (!hasBoth(evaluated.label)) return null;
  const rows = behaviourRows(known, learned, past, context, random);
  if (!hasBoth(rows.label)) return null;
  const gains = chooseGroups(groups, lossesOf(evaluated.base, evaluated.label), (some) =>
    lossesOf(layerLogits(evaluated, fitLayer(rows, some)).logits, evaluated.label),
  );
  if (gains.length === 0) return null;
  return { ...fitNow(known, now, inOrder(gains.map(({ group }) => group)), random), gains };
}

function fitNow(
  known: OrderDays,
  now: BlendOfDay,
  groups: BehaviourLayer['groups'],
  random: SeededRandom,
): Omit<BehaviourLayer, 'regular' | 'gains'> {
  const context = contextOf(known, now, () => groups);
  const layer = fitLayer(behaviourRows(known, behaviourOrigins(known, now), now, context, random), groups);
  const { shift } = layerLogits(behaviourRows(known, [now.today], now, context, random), layer);
  return { ...layer, shift };
}

/** @param groupsOf chooses the groups, given the traits that at least one customer has on the day */
function contextOf(
  known: OrderDays,
  { horizonDays, today }: BlendOfDay,
  groupsOf: (traits: readonly string[]) => readonly PredictorGroup[],
): BehaviourContext {
  const scales = traitScales(known, today);
  const groups = inOrder(groupsOf(scales.map(({ name }) => name)));
  const traits = scales.filter(({ name }) => groups.includes(traitGroup(name)));
  return {
    groups,
    traits,
    horizonDays,
    renewalDays: known.activity === undefined ? USUAL_RENEWAL_DAYS : usualRenewalDays(known.activity, today),
  };
}

/** Returns the scales of the traits that at least one customer has on a day, by name. */
function traitScales({ offsets, traits }: OrderDays, today: number): TraitScale[] {
  return (traits?.names ?? []).toSorted().flatMap((name) => {
    const values: number[] = [];
    for (let customer = 0; customer + 1 < offsets.length; customer++) {
      const value = traitAt(traits, name, customer, today);
      if (!Number.isNaN(value)) values.push(value);
    }
    return values.length === 0 ? [] : [traitScaleOf(name, values)];
  });
}

/** Says whether a history has activity or traits. */
export const hasCovariates = ({ offsets, activity, traits }: OrderDays): boolean =>
  offsets.length > 1 && (activity?.day.length ?? 0) + (traits?.day.length ?? 0) > 0;

function hasBoth(label: Uint8Array): boolean {
  const stayedAway = label.reduce((sum, each) => sum + each, 0);
  return Math.min(stayedAway, label.length - stayedAway) >= LEAST_OF_EACH;
}
