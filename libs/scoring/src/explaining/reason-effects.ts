import type { OrderFactor, ReasonFactor, ReasonGroup } from '../model/reason-groups.js';
import { REASON_GROUPS } from '../model/reason-groups.js';
import type { Model } from '../model/model.js';
import { nextOrderDay } from '../model/rhythm/rhythm.js';
import type { BehaviourGroup } from '../orders/activity.js';
import type { TraitGroup } from '../orders/traits.js';
import type { Features } from '../orders/features.js';
import { gapsOf, medianOf } from '../orders/gaps.js';
import { behaviourEffects, effectsOn } from './effects.js';
import { isLate } from './fact.js';
import { OVERDUE_GAPS, regularEffects } from './regular-customer.js';

/** The factors of a customer, each trait by itself. */
export type CustomerFactor = Exclude<ReasonFactor, 'regular' | 'trait'> | TraitGroup;

/** Why the log-odds of a customer differ from those of a regular customer of the shop who is on time. */
export interface ReasonEffects {
  /** They add up to `logit` less `regularLogit`. */
  readonly effects: Readonly<Record<OrderFactor, number> & Partial<Record<BehaviourGroup, number>> & Record<TraitGroup, number>>;
  readonly logit: number;
  readonly regularLogit: number;
}

const of = (groups: ArrayLike<number>, group: ReasonGroup): number => groups[REASON_GROUPS.indexOf(group)]!;

/** Divides the distance of a customer from the regular one. Silence is what waiting since the due day did, or waiting less than that. */
export function reasonEffects(features: Features, model: Model): ReasonEffects {
  const { days, today, orderDays, T, tx } = features;
  const rows = { from: 0, to: orderDays, customer: 0 };
  const behaviour = behaviourEffects(today, days, rows, model);
  const regularBehaviour = model.behaviour?.regular ?? [];
  const due = nextOrderDay(days, rows, model);
  const [now, onTime, regular] = [effectsOn(today, days, rows, model), effectsOn(due, days, rows, model), regularEffects(model)];
  const waiting = REASON_GROUPS.reduce((sum, group) => sum + of(now.groups, group) - of(onTime.groups, group), 0);
  const differs = (group: ReasonGroup): number => of(onTime.groups, group) - of(regular.groups, group);
  // A sentence about silence must not say the opposite of what the reader sees: waiting raises once it is long, and lowers before.
  const isLong = isLate(features, model) || isOverdue(T - tx, due - days.day[orderDays - 1]!, features);
  const isSilence = isLong ? waiting >= 0 : waiting <= 0;
  // One order day has no rhythm and spans no time, so there is only the number of order days to speak of. Two span their one gap.
  const [hasRhythm, hasSpan] = [orderDays > 1, orderDays > 2];
  const pace = differs('silence') + differs('rhythm') + differs('recent') + (isSilence ? 0 : waiting) + (hasSpan ? 0 : differs('tenure'));
  return {
    effects: {
      silence: isSilence ? waiting : 0,
      orders: differs('orders') + (hasRhythm ? 0 : pace),
      rhythm: hasRhythm ? pace : 0,
      spend: differs('spend'),
      tenure: hasSpan ? differs('tenure') : 0,
      ...Object.fromEntries((model.behaviour?.groups ?? []).map((group, i) => [group, behaviour.groups[i]! - regularBehaviour[i]!])),
    },
    logit: now.logit + behaviour.logit,
    regularLogit: regular.logit + regularBehaviour.reduce((sum, each) => sum + each, model.behaviour?.shift ?? 0),
  };
}

/** Says whether a silence is long: beyond the due day, or beyond 1.5 of the own gaps, by their mean or their median. */
function isOverdue(silence: number, dueAfter: number, { days, orderDays, avgGapDays }: Features): boolean {
  if (silence > dueAfter) return true;
  if (avgGapDays === null) return false;
  const own = Math.min(avgGapDays, medianOf(gapsOf(days, { from: 0, to: orderDays })));
  return silence > OVERDUE_GAPS * own;
}
