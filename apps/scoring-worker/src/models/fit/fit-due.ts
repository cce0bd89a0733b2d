import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#libs/core';
import type { BackfillPhase } from './backfill-phase.js';

/** Reason for a new model of a tenant. */
export type FitReason = 'first' | 'backfill' | 'horizon' | 'procedure' | 'weekly' | 'growth' | 'off';

/** `postpone` means that a fit is due, but customers wait for their scores. */
export type FitDecision =
  { readonly kind: 'fit'; readonly reason: FitReason } | { readonly kind: 'postpone' | 'wait'; readonly forMs: number };

/** State of the tenant at its last fit, whether or not the model was accepted. */
export interface LastFit {
  readonly at: Date;
  readonly customers: number;
  readonly orders: number;
  /** The tenant's setting; null for the default rule. */
  readonly horizonSetting: number | null;
  readonly procedure: string;
}

/** Facts that decide whether a tenant needs a new model. `customers` counts the customers with a counted order. */
export interface FitSituation {
  readonly now: Date;
  readonly last: LastFit | null;
  readonly customers: number;
  readonly orders: number;
  readonly horizonSetting: number | null;
  readonly procedure: string;
  readonly backfill: BackfillPhase;
  /** The announced day of a step of the automatic horizon has been reached. */
  readonly isHorizonDue: boolean;
  /** Matured predictions were off on average. */
  readonly isOff: boolean;
  /** No score request is waiting, so all events so far are in the scores. */
  readonly isAllScored: boolean;
  /** Time since which a due fit has been waiting for scores. */
  readonly postponedSince: Date | null;
  /** No fit before this time, because one failed. */
  readonly notBefore: Date | null;
}

/** With fewer customers the parameters would hardly differ from the prior. */
const FEWEST_CUSTOMERS = 5;

const WEEK_MS = 7 * DAY_MS;
const LEAST_BETWEEN_MS = 10 * MINUTE_MS;
/** Pause for urgent reasons: a new setting, or a shop that an import has changed completely. */
const LEAST_BETWEEN_URGENT_MS = 10 * SECOND_MS;
const GROWTH = 1.2;
const IMPORT_GROWTH = 2;
/** Longest wait for scores. After it a busy shop gets its model anyway. */
const PATIENCE_MS = MINUTE_MS;
const LOOK_AGAIN_SOON_MS = 2 * SECOND_MS;
/** Finds growth that no worker noticed. */
const LOOK_AGAIN_MS = HOUR_MS;

/** Decides whether the tenant gets a new model now, or when to check again. */
export function evaluateFit(situation: FitSituation): FitDecision {
  const { now, notBefore, customers } = situation;
  if (customers < FEWEST_CUSTOMERS) return { kind: 'wait', forMs: LOOK_AGAIN_MS };
  if (notBefore !== null && notBefore > now) return { kind: 'wait', forMs: notBefore.getTime() - now.getTime() };
  const input = inputOf(situation);
  if (input === null) return { kind: 'wait', forMs: Math.min(LOOK_AGAIN_MS, untilWeekly(situation)) };
  if (input.waitMs > 0) return { kind: 'wait', forMs: input.waitMs };
  return input.needsRest && !isAtRest(situation) ? { kind: 'postpone', forMs: LOOK_AGAIN_SOON_MS } : { kind: 'fit', reason: input.reason };
}

interface Input {
  readonly reason: FitReason;
  readonly waitMs: number;
  /** The fit waits until all customers are scored, because its model would be outdated at once. */
  readonly needsRest: boolean;
}

function inputOf(situation: FitSituation): Input | null {
  const { now, last, customers, orders, horizonSetting, procedure, backfill, isHorizonDue, isOff } = situation;
  const arrivingMs = backfill === 'arriving' ? LOOK_AGAIN_SOON_MS : 0;
  if (last === null) return { reason: 'first', waitMs: arrivingMs, needsRest: true };
  const passedMs = now.getTime() - last.at.getTime();
  // A negative time comes from a worker with a fast clock. It does not delay a fit.
  const waitMs = (leastMs: number): number => (passedMs < 0 ? 0 : Math.max(0, leastMs - passedMs));
  const urgently = (reason: FitReason, needsRest = false): Input => ({ reason, waitMs: waitMs(LEAST_BETWEEN_URGENT_MS), needsRest });
  const growth = Math.max(customers / Math.max(1, last.customers), orders / Math.max(1, last.orders));
  if (horizonSetting !== last.horizonSetting || isHorizonDue) return urgently('horizon');
  if (procedure !== last.procedure) return urgently('procedure');
  if (backfill === 'over') return urgently('backfill');
  if (backfill === 'arriving') return { reason: 'backfill', waitMs: arrivingMs, needsRest: false };
  if (growth >= IMPORT_GROWTH) return urgently('growth', true);
  if (passedMs >= WEEK_MS) return { reason: 'weekly', waitMs: 0, needsRest: false };
  if (growth >= GROWTH) return { reason: 'growth', waitMs: waitMs(LEAST_BETWEEN_MS), needsRest: false };
  return isOff ? { reason: 'off', waitMs: waitMs(DAY_MS), needsRest: false } : null;
}

const isAtRest = ({ isAllScored, postponedSince, now }: FitSituation): boolean =>
  isAllScored || (postponedSince !== null && now.getTime() - postponedSince.getTime() >= PATIENCE_MS);

const untilWeekly = ({ now, last }: FitSituation): number =>
  last === null ? LOOK_AGAIN_MS : Math.max(SECOND_MS, last.at.getTime() + WEEK_MS - now.getTime());
