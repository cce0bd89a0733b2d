import { DAY_MS } from '#libs/core';
import { nextHorizon } from '#libs/scoring';

/** An announced step of the automatic horizon. */
export interface PlannedHorizon {
  readonly horizonDays: number;
  /** The first UTC day number on which a fit may take the step. */
  readonly fromDay: number;
}

/** Facts from which the horizon of a fit follows. */
export interface HorizonSituation {
  /** The tenant's setting; null for the automatic horizon. */
  readonly setting: number | null;
  /** The horizon of the published scores, which changes by one announced step at a time; null while it may change freely. */
  readonly current: number | null;
  readonly planned: PlannedHorizon | null;
  /** UTC day number. */
  readonly today: number;
}

export interface ChosenHorizon {
  readonly horizonDays: number;
  readonly planned: PlannedHorizon | null;
}

/** The owner learns of a step this long before it, so the horizon moves at most one step a week. */
const NOTICE_DAYS = 7;
/** A shop often sends its history in several imports. While the model is this young, the horizon may still change freely. */
const FREE_MS = DAY_MS;

/** Chooses the horizon of a fit, and the step to announce. @param suited the horizon that suits the shop's orders */
export function chooseHorizon({ setting, current, planned, today }: HorizonSituation, suited: number): ChosenHorizon {
  if (setting !== null) return { horizonDays: setting, planned: null };
  if (current === null) return { horizonDays: suited, planned: null };
  const next = nextHorizon(current, suited);
  if (next === current) return { horizonDays: current, planned: null };
  if (planned?.horizonDays !== next) return { horizonDays: current, planned: announced(next, today) };
  if (today < planned.fromDay) return { horizonDays: current, planned };
  const after = nextHorizon(next, suited);
  return { horizonDays: next, planned: after === next ? null : announced(after, today) };
}

const announced = (horizonDays: number, today: number): PlannedHorizon => ({ horizonDays, fromDay: today + NOTICE_DAYS });

/** Earlier fits of the tenant. */
interface EarlierFits {
  readonly now: Date;
  /** Null before the first fit. */
  readonly firstAt: Date | null;
  /** The last fit that followed a backfill. */
  readonly backfilledAt: Date | null;
  /** The tenant's setting at the last fit. */
  readonly lastSetting: number | null;
}

/**
 * Returns whether the automatic horizon may change to any length: at the first fit, at the fit after the first backfill (or after any on
 * the first day), and when the owner has just chosen the automatic horizon.
 */
export function isHorizonFree({ now, firstAt, backfilledAt, lastSetting }: EarlierFits, followsBackfill: boolean): boolean {
  if (firstAt === null || lastSetting !== null) return true;
  return followsBackfill && (backfilledAt === null || now.getTime() - firstAt.getTime() < FREE_MS);
}
