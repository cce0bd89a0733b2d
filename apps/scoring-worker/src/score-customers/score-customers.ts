import { type CustomerId, MINUTE_MS } from '#libs/core';
import type { OutboxEntry, ScoreReport, TenantDb } from '#libs/database';
import { coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Features, featuresOf, type Model, type OrderFacts, revenueAtRisk, scoreCustomer, type Scored } from '#libs/scoring'; // prettier-ignore
import {
  type Activity,
  lockCustomers,
  type LockedCustomer,
  readActivity,
  readOrders,
  readSettings,
  type TenantSettings,
} from './read-customers.sql.js';
import { announce, type Occasion } from './announce.js';
import { withFreshRequests } from './claim-requests.sql.js';
import { appendHistory, type ScoreRow, writeScores } from './write-scores.sql.js';

/** How one scoring is to be done. */
export interface Scoring {
  readonly occasion: Occasion;
  /** Asked after the locks are held, which may have taken a while. */
  readonly readNow: () => Date;
  /** Told of a customer whose history the arithmetic refuses: that one keeps the old score, the others get theirs. */
  readonly onUnscorable: (id: CustomerId, error: unknown) => void;
}

/**
 * Scores customers from everything stored about them and writes scores, history and announcements in the caller's transaction.
 * The orders are read after the customers are locked, so the last transaction to score a customer has seen all that is committed.
 * @returns how many have a score now. Ids that do not exist any more are passed over.
 */
export async function scoreCustomers(db: TenantDb, ids: readonly CustomerId[], scoring: Scoring): Promise<number> {
  const settings = await readSettings(db);
  const customers = await lockCustomers(db, ids);
  const activity = await activityOf(db, customers, scoring.occasion);
  const orders = await readOrders(db, ids, settings.currency);
  // Asked after the orders, so that none is among them whose request is not seen: what fresh events change is announced, so
  // the silent occasions leave their customers to the fresh lane.
  const left = scoring.occasion === 'events' ? new Set() : await withFreshRequests(db, ids);
  const now = scoring.readNow();
  const model = modelOf(settings);
  const results = customers.flatMap((customer) => {
    const seen = activity.get(customer.id);
    if (seen === undefined || left.has(customer.id)) return [];
    try {
      return [judge(customer, seen, orders.get(customer.id) ?? [], { model, occasion: scoring.occasion, now })];
    } catch (error) {
      scoring.onUnscorable(customer.id, error);
      return [];
    }
  });
  await writeScores(db, results.map(({ row }) => row), now); // prettier-ignore
  await appendHistory(db, results.flatMap(({ row, isNews }) => (isNews && row.scored !== null ? [{ ...row, scored: row.scored }] : []))); // prettier-ignore
  await db.appendOutbox(results.flatMap(({ announced }) => announced), now); // prettier-ignore
  return results.filter(({ row }) => row.scored !== null).length;
}

/**
 * A pass brings no events, so it takes what the last scoring has read: whoever has newer events has a request that reads them.
 * That spares it two looks into the largest table for every customer.
 */
async function activityOf(db: TenantDb, customers: readonly LockedCustomer[], occasion: Occasion): Promise<Map<CustomerId, Activity>> {
  if (occasion !== 'pass') return readActivity(db, customers.map(({ id }) => id)); // prettier-ignore
  const unread = customers.filter((customer) => storedActivity(customer) === null).map(({ id }) => id);
  const activity = unread.length === 0 ? new Map<CustomerId, Activity>() : await readActivity(db, unread);
  for (const customer of customers) {
    const stored = storedActivity(customer);
    if (stored !== null) activity.set(customer.id, stored);
  }
  return activity;
}

const storedActivity = ({ first_seen_at: first, last_activity_at: last }: LockedCustomer): Activity | null =>
  first === null || last === null ? null : { first_seen_at: first, last_activity_at: last };

/** The model of the tenant: the prior's mean, with the horizon and the bands that the tenant has set. */
const modelOf = ({ horizon_days: horizon, label_thresholds: bands }: TenantSettings): Model =>
  coldStartModel(horizon ?? DEFAULT_HORIZON_DAYS, bands ?? DEFAULT_BANDS);

interface Judgement {
  readonly row: ScoreRow;
  /** Worth a row of the history: a new label, or the first score of a day. */
  readonly isNews: boolean;
  readonly announced: readonly OutboxEntry[];
}

function judge(
  customer: LockedCustomer,
  activity: Activity,
  orders: readonly OrderFacts[],
  { model, occasion, now }: { readonly model: Model; readonly occasion: Occasion; readonly now: Date },
): Judgement {
  const features = featuresOf(orders, { firstSeenMs: activity.first_seen_at.getTime() }, now.getTime());
  const scored = scoreCustomer(features, model);
  const today = now.toISOString().slice(0, 10);
  const isNews = scored !== null && (scored.label !== customer.label || customer.history_day !== today);
  const announced = scored === null ? [] : announce(customer, scored, occasion);
  const row: ScoreRow = {
    id: customer.id,
    activity,
    features,
    scored,
    revenueAtRisk: revenueAtRisk(features, model, scored?.score ?? null),
    report: toReport(features, scored, model),
    calculatedAt: afterwards(customer.calculated_at, now),
    historyDay: isNews ? today : customer.history_day,
    eventSequence: announced.at(-1)?.sequence ?? customer.event_sequence,
  };
  return { row, isNews, announced };
}

/** A clock that ran ahead once is followed no further than this. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

/** Rises with every calculation of a customer, also when workers' clocks differ a little. */
function afterwards(previous: Date | null, now: Date): Date {
  const aheadMs = previous === null ? 0 : previous.getTime() - now.getTime();
  return previous !== null && aheadMs >= 0 && aheadMs < CLOCK_SKEW_MS ? new Date(previous.getTime() + 1) : now;
}

const toReport = (features: Features, scored: Scored | null, model: Model): ScoreReport => ({
  recencyDays: features.recencyDays,
  frequencyOrders30d: features.frequencyOrders30d,
  averageOrderValue: features.averageOrderValue,
  avgGapDays: roundedOrNull(features.avgGapDays),
  overdueRatio: features.avgGapDays === null ? null : roundedOrNull(features.recencyDays / features.avgGapDays),
  expectedNextOrderAt: scored?.expectedNextOrderAtMs == null ? null : new Date(scored.expectedNextOrderAtMs).toISOString(),
  horizonDays: model.horizonDays,
  foreignOrders: features.foreignOrders,
  explanation: scored?.explanation ?? [],
});

const roundedOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
