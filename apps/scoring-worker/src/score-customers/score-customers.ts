import { type CustomerId, localDay, MINUTE_MS } from '#libs/core';
import type { OutboxEntry, ScoreReport, TenantDb } from '#libs/database';
import { traceparentOf } from '#libs/observability';
import { coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Features, featuresOf, type Model, type OrderFacts, revenueAtRisk, scoreCustomer, type Scored, type Standing, standingBy, totalsChange } from '#libs/scoring'; // prettier-ignore
import {
  type Activity,
  lockCustomers,
  type LockedCustomer,
  readActivity,
  readSettings,
  standingOf,
  type TenantSettings,
} from './read-customers.sql.js';
import { recordChange } from '../score-totals/daily-changes.sql.js';
import type { TenantModels } from '../fit-model/tenant-models.js';
import { outboxEvents, type Occasion, type Unrenewed } from './outbox-events.js';
import { withFreshRequests } from './claim-requests.sql.js';
import { readOrders } from './read-orders.sql.js';
import { appendHistory, type ScoreRow, type StoredScore, writeScores } from './write-scores.sql.js';

/** How one scoring is to be done. */
export interface Scoring {
  readonly occasion: Occasion;
  readonly models: TenantModels;
  /** Asked after the locks are held, which may have taken a while. */
  readonly readNow: () => Date;
  /** Told of a customer whose history the arithmetic refuses: that one keeps the old score, the others get theirs. */
  readonly onUnscorable: (id: CustomerId, error: unknown) => void;
  /** Told when the outbox got something, which is to be relayed once this is committed. */
  readonly onAnnounced: () => void;
}

/**
 * Scores customers from everything stored about them and writes scores, history, announcements and totals in the caller's transaction,
 * which has all the locks that it needs by then and should end soon: others wait for the totals.
 * The orders are read after the customers are locked, so the last transaction to score a customer has seen all that is committed.
 * @returns how many have a score now. Ids that do not exist any more are passed over.
 */
export async function scoreCustomers(db: TenantDb, ids: readonly CustomerId[], scoring: Scoring): Promise<number> {
  // Sent at once and answered one after the other, in this order. The settings after the locks: whoever goes through all customers with a
  // new model comes to these after us, never with an older one before. Fresh requests are asked for after the orders, so that none is among
  // them whose request is not seen: what fresh events change is announced, so the silent occasions leave their customers to the fresh lane.
  const [customers, settings, orders, left] = await Promise.all([
    lockCustomers(db, ids),
    readSettings(db),
    readOrders(db, ids),
    scoring.occasion === 'events' ? new Set<CustomerId>() : withFreshRequests(db, ids),
  ]);
  const activity = await activityOf(db, customers, scoring.occasion);
  const now = scoring.readNow();
  const models = await readModels(db, settings, customers, scoring.models);
  const judging = { ...models, settings, occasion: scoring.occasion, now, today: now.toISOString().slice(0, 10) };
  const results = customers.flatMap((customer) => {
    const seen = activity.get(customer.id);
    if (seen === undefined || left.has(customer.id)) return [];
    try {
      return [judge(customer, seen, orders.get(customer.id) ?? [], judging)];
    } catch (error) {
      scoring.onUnscorable(customer.id, error);
      return [];
    }
  });
  const entries = results.flatMap(({ announced }) => announced);
  const change = totalsChange(results.map(({ before }) => before), results.map(({ row }) => standingAfter(row))); // prettier-ignore
  await Promise.all([
    writeScores(db, results.map(({ row }) => row), now),
    appendHistory(db, results.flatMap(({ row, isNews }) => (isNews && row.scored !== null ? [{ ...row, scored: row.scored }] : []))),
    db.appendOutbox(entries, now, traceparentOf()),
    recordChange(db, change, localDay(now, settings.timezone)),
  ]); // prettier-ignore
  if (entries.length > 0) scoring.onAnnounced();
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

const storedActivity = ({ firstSeenMs, lastActivityMs }: LockedCustomer): Activity | null =>
  firstSeenMs === null || lastActivityMs === null ? null : { firstSeenMs, lastActivityMs };

/** The models that a scoring needs. */
interface Models {
  /** The one to score by. */
  readonly model: Model;
  /** Those that the customers were scored by before, by version, with the bands of today. One that is gone is absent. */
  readonly before: ReadonlyMap<string, Model>;
}

/** The tenant's own model, or the mean of the prior while there is none, with the bands that the tenant has set. */
async function readModels(
  db: TenantDb,
  { horizon_days: horizon, label_thresholds: thresholds, active_model: active }: TenantSettings,
  customers: readonly LockedCustomer[],
  models: TenantModels,
): Promise<Models> {
  const bands = thresholds ?? DEFAULT_BANDS;
  const own = active === null ? null : await models.find(db, active);
  const model = own === null ? coldStartModel(horizon ?? DEFAULT_HORIZON_DAYS, bands) : { ...own, bands };
  const before = new Map<string, Model>();
  for (const version of new Set(customers.map(({ model_version: each }) => each))) {
    const old = version === null || version === model.version ? null : await models.find(db, version);
    if (old !== null) before.set(old.version, { ...old, bands });
  }
  return { model, before };
}

/** As little as is written: what a thousand customers leave behind until then is what collecting garbage costs. */
interface ScoreOutcome {
  readonly before: Standing | null;
  readonly row: ScoreRow;
  /** Worth a row of the history: a new label, or the first score of a day. */
  readonly isNews: boolean;
  readonly announced: readonly OutboxEntry[];
}

interface Judging extends Models {
  readonly settings: TenantSettings;
  readonly occasion: Occasion;
  readonly now: Date;
  /** UTC day of `now`. */
  readonly today: string;
}

function judge(
  customer: LockedCustomer,
  activity: Activity,
  orders: readonly OrderFacts[],
  { model, before, settings, occasion, now, today }: Judging,
): ScoreOutcome {
  const features = featuresOf(orders, activity, now.getTime());
  const scored = scoreCustomer(features, model);
  const isNews = scored !== null && (scored.label !== customer.label || customer.history_day !== today);
  const circumstances = { bands: model.bands, scoreDeltaThreshold: settings.score_delta_threshold };
  const told =
    scored === null
      ? null
      : outboxEvents(customer, scored, { occasion, settings: circumstances, unrenewed: unrenewed(customer, features, before) });
  const announced = told?.entries ?? [];
  const row: ScoreRow = {
    id: customer.id,
    activity,
    bought: { lastOrderAtMs: features.lastOrderAtMs, ordersTotal: features.ordersTotal, monetaryTotal: features.monetaryTotal },
    scored: scored === null ? null : toStored(scored),
    revenueAtRisk: revenueAtRisk(features, model, scored?.score ?? null),
    report: JSON.stringify(toReport(features, scored, model)),
    calculatedMs: afterwards(customer.calculatedMs, now.getTime()),
    driftFrom: told?.driftFrom ?? null,
    historyDay: isNews ? today : customer.history_day,
    eventSequence: announced.at(-1)?.sequence ?? customer.event_sequence,
  };
  return { before: standingOf(customer), row, isNews, announced };
}

const toStored = ({ score, label, confidence, modelVersion }: Scored): StoredScore => ({ score, label, confidence, modelVersion });

/** Null when the customer was scored by the model of today, or by one that is gone. */
function unrenewed({ model_version: version }: LockedCustomer, features: Features, before: Models['before']): Unrenewed | null {
  const model = version === null ? undefined : before.get(version);
  return model === undefined ? null : standingBy(features, model);
}

const standingAfter = ({ scored, revenueAtRisk: atRisk }: ScoreRow): Standing | null =>
  scored === null ? null : { label: scored.label, score: scored.score, revenueAtRisk: atRisk };

/** A clock that ran ahead once is followed no further than this. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

/** Rises with every calculation of a customer, also when workers' clocks differ a little. */
function afterwards(previousMs: number | null, nowMs: number): number {
  const aheadMs = previousMs === null ? -1 : previousMs - nowMs;
  return previousMs !== null && aheadMs >= 0 && aheadMs < CLOCK_SKEW_MS ? previousMs + 1 : nowMs;
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
