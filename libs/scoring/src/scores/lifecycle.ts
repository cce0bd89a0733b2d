import { mbgNoOrderLogit } from '../model/mbg-nbd.js';
import type { Model } from '../model/model.js';
import { clampLogit } from '../model/score-range.js';
import { nextGapDays, shrunkenGapDays, SLIPPING_SCORE, typicalGapDays } from '../model/rhythm/rhythm.js';
import type { Features } from '../orders/features.js';

/** The states of a customer between the first order and the last. */
export const LIFECYCLES = ['new', 'second_order_due', 'active', 'slipping', 'lost'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

/** The states of customers to contact first: an order of theirs is missing, and a contact can still bring it. The API uses the same; a test compares. */
export const CONTACT_LIFECYCLES = ['second_order_due', 'slipping'] as const;
export type ContactLifecycle = (typeof CONTACT_LIFECYCLES)[number];

export const isContactLifecycle = (lifecycle: Lifecycle | null): lifecycle is ContactLifecycle =>
  lifecycle === 'second_order_due' || lifecycle === 'slipping';

/** A late customer with at least this score is lost: on six real shops, 2 to 12 % of them ordered within the horizon. */
const LOST_SCORE = 0.875;
/**
 * With a horizon below this share of the shop's typical gap, nearly all customers place no order in it: the score does not tell who is
 * lost.
 */
const SHORT_HORIZON_SHARE = 0.5;

/** The part of a customer's features that the lifecycle follows from. */
type LifecycleInput = Pick<Features, 'days' | 'orderDays' | 'x' | 'tx' | 'T' | 'today'> & Partial<Pick<Features, 'isLastUnknown'>>;

export interface LifecycleState {
  readonly lifecycle: Lifecycle;
  /** UTC day number from which the second order has been due; null where it is not. */
  readonly secondDueSinceDay: number | null;
  /** UTC day number from which the customer has been late; null for one who is not, and where the day of the last order is unknown. */
  readonly lateSinceDay: number | null;
  /** UTC day number on which silence alone makes the customer late; null for one who is. Infinity where it never does. */
  readonly lateFromDay: number | null;
}

/**
 * Says whether a customer is new, active, slipping away or lost, or whether the second order is due. A customer is late after a silence
 * longer than that of four in five similar customers who order again. The second order is due once half of those who order again have done
 * so.
 *
 * @param features of a customer with an order
 * @param score rounded, as published
 */
export const lifecycleOf = (features: LifecycleInput, model: Model, score: string): LifecycleState =>
  lifecycleOver(features, model)(score, features.today);

/** Returns the function that gives the lifecycle on any day before the next order, by the score of that day. */
export function lifecycleOver(features: LifecycleInput, model: Model): (score: string, day: number) => LifecycleState {
  const { days, orderDays, x } = features;
  const gap = nextGapDays(days, { from: 0, to: orderDays }, model);
  const dayAfter = (silence: number): number => days.day[orderDays - 1]! + Math.floor(silence) + 1;
  const firstLateDay = dayAfter(gap.p80);
  const firstDueDay = dayAfter(gap.p50);
  const lostScore = lostScoreOver(features, model);
  const dueSince = (lifecycle: Lifecycle): number | null => (lifecycle === 'second_order_due' ? firstDueDay : null);
  const early = (lifecycle: Lifecycle): LifecycleState => ({
    lifecycle,
    secondDueSinceDay: dueSince(lifecycle),
    lateSinceDay: null,
    lateFromDay: firstLateDay,
  });
  const late = (lifecycle: Lifecycle): LifecycleState => ({
    lifecycle,
    secondDueSinceDay: dueSince(lifecycle),
    lateSinceDay: features.isLastUnknown === true ? null : firstLateDay,
    lateFromDay: null,
  });
  return (score, day) => {
    if (day < firstLateDay) return early(x > 0 ? 'active' : day < firstDueDay ? 'new' : 'second_order_due');
    if (lostScore(Number(score), day) >= LOST_SCORE) return late('lost');
    if (x === 0) return late('second_order_due');
    return late(Number(score) >= SLIPPING_SCORE ? 'slipping' : 'active');
  };
}

/** The score; where the horizon is far too short for the shop's rhythm, that of a horizon as long as the customer's own gap. */
function lostScoreOver(features: LifecycleInput, model: Model): (score: number, day: number) => number {
  const { mbg, horizonDays } = model;
  const typicalDays = typicalGapDays(model);
  if (horizonDays >= SHORT_HORIZON_SHARE * typicalDays) return (score) => score;
  const { days, orderDays, x, tx, T, today } = features;
  const own = Math.max(horizonDays, shrunkenGapDays(days, { from: 0, to: orderDays }, typicalDays));
  return (score, day) => {
    const logit = (horizon: number): number => clampLogit(mbgNoOrderLogit({ x, tx, T: T + day - today }, mbg, horizon));
    return 1 / (1 + Math.exp(logit(horizonDays) - logit(own) - Math.log(score / (1 - score))));
  };
}
