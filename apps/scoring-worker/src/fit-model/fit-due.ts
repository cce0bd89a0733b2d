import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#libs/core';

/** Why a tenant gets a new model. */
export type FitReason = 'first' | 'horizon' | 'procedure' | 'weekly' | 'growth' | 'off';

/** `settle`: it would be time, but an import is under way. */
export type FitDecision =
  { readonly kind: 'fit'; readonly reason: FitReason } | { readonly kind: 'settle' | 'wait'; readonly forMs: number };

/** What was there when the last fit was made, whatever became of it. */
export interface LastFit {
  readonly at: Date;
  readonly customers: number;
  readonly orders: number;
  /** What the tenant had set; null for the default rule. */
  readonly horizonSetting: number | null;
  readonly procedure: string;
}

/** A tenant as somebody finds it who asks whether it needs a new model. Customers are those with a counted order. */
export interface FitSituation {
  readonly now: Date;
  readonly last: LastFit | null;
  readonly customers: number;
  readonly orders: number;
  readonly horizonSetting: number | null;
  readonly procedure: string;
  /** Predictions whose horizon has passed were off in the mean. */
  readonly isOff: boolean;
  /** Nobody waits for a score: what has arrived so far is complete. */
  readonly isSettled: boolean;
  /** Since when a fit has been put off because the shop was not settled. */
  readonly unsettledSince: Date | null;
  /** After a failure. */
  readonly notBefore: Date | null;
}

/** Below this the parameters would hardly be more than the prior. */
const FEWEST_CUSTOMERS = 5;

const WEEK_MS = 7 * DAY_MS;
const LEAST_BETWEEN_MS = 10 * MINUTE_MS;
/** For what cannot wait: a setting, or a shop that has become another one by an import. */
const LEAST_BETWEEN_URGENT_MS = 10 * SECOND_MS;
const GROWTH = 1.2;
const IMPORT_GROWTH = 2;
/** A shop that is never settled gets its model after this. */
const PATIENCE_MS = MINUTE_MS;
const LOOK_AGAIN_SOON_MS = 2 * SECOND_MS;
/** For growth that no worker of ours has noticed. */
const LOOK_AGAIN_MS = HOUR_MS;

/** Whether the tenant gets a new model now, or when to ask again. */
export function evaluateFit(situation: FitSituation): FitDecision {
  const { now, notBefore, customers } = situation;
  if (customers < FEWEST_CUSTOMERS) return { kind: 'wait', forMs: LOOK_AGAIN_MS };
  if (notBefore !== null && notBefore > now) return { kind: 'wait', forMs: notBefore.getTime() - now.getTime() };
  const input = inputOf(situation);
  if (input === null) return { kind: 'wait', forMs: Math.min(LOOK_AGAIN_MS, untilWeekly(situation)) };
  if (input.waitMs > 0) return { kind: 'wait', forMs: input.waitMs };
  return input.needsRest && !isAtRest(situation) ? { kind: 'settle', forMs: LOOK_AGAIN_SOON_MS } : { kind: 'fit', reason: input.reason };
}

interface Input {
  readonly reason: FitReason;
  readonly waitMs: number;
  /** In the middle of an import a model would be outdated at once. */
  readonly needsRest: boolean;
}

function inputOf({ now, last, customers, orders, horizonSetting, procedure, isOff }: FitSituation): Input | null {
  if (last === null) return { reason: 'first', waitMs: 0, needsRest: true };
  const passedMs = now.getTime() - last.at.getTime();
  // A clock that ran ahead has written a time that is still to come: nothing follows from it.
  const waitMs = (leastMs: number): number => (passedMs < 0 ? 0 : Math.max(0, leastMs - passedMs));
  const urgently = (reason: FitReason, needsRest = false): Input => ({ reason, waitMs: waitMs(LEAST_BETWEEN_URGENT_MS), needsRest });
  const growth = Math.max(customers / Math.max(1, last.customers), orders / Math.max(1, last.orders));
  if (horizonSetting !== last.horizonSetting) return urgently('horizon');
  if (procedure !== last.procedure) return urgently('procedure');
  if (growth >= IMPORT_GROWTH) return urgently('growth', true);
  if (passedMs >= WEEK_MS) return { reason: 'weekly', waitMs: 0, needsRest: false };
  if (growth >= GROWTH) return { reason: 'growth', waitMs: waitMs(LEAST_BETWEEN_MS), needsRest: false };
  return isOff ? { reason: 'off', waitMs: waitMs(DAY_MS), needsRest: false } : null;
}

const isAtRest = ({ isSettled, unsettledSince, now }: FitSituation): boolean =>
  isSettled || (unsettledSince !== null && now.getTime() - unsettledSince.getTime() >= PATIENCE_MS);

const untilWeekly = ({ now, last }: FitSituation): number =>
  last === null ? LOOK_AGAIN_MS : Math.max(SECOND_MS, last.at.getTime() + WEEK_MS - now.getTime());
