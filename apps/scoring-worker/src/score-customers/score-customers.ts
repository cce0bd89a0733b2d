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
import type { TenantModels } from '../models/tenant-models.js';
import { outboxEvents, type Occasion, type OldModelScore } from './outbox-events.js';
import { withFreshRequests } from './claim-requests.sql.js';
import { readOrders } from './read-orders.sql.js';
import { appendHistory, type ScoreRow, type StoredScore, writeScores } from './write-scores.sql.js';

export interface ScoringOptions {
  readonly occasion: Occasion;
  readonly models: TenantModels;
  /** Called once the locks are held, because waiting for them may take a while. */
  readonly readNow: () => Date;
}

export interface ScoringOutcome {
  /** Customers that have a score now. */
  readonly scored: number;
  /** Customers whose history cannot be scored. They keep their old score; all others get a new one. */
  readonly unscorable: readonly UnscorableCustomer[];
  /** Outbox events written; the caller wakes up the relay after its commit. */
  readonly outboxEvents: number;
}

export interface UnscorableCustomer {
  readonly customerId: CustomerId;
  readonly error: unknown;
}

/**
 * Scores customers from everything stored about them. Writes scores, history, outbox events and totals in the caller's transaction. It
 * then holds all the locks it needs and should commit soon, because others wait for the totals.
 * The orders are read after the customers are locked, so the last transaction that scores a customer has seen all committed orders.
 * Ids that no longer exist are skipped.
 */
export async function scoreCustomers(db: TenantDb, ids: readonly CustomerId[], options: ScoringOptions): Promise<ScoringOutcome> {
  const { occasion } = options;
  // Postgres runs these in this order. The settings come after the locks: a pass with a newer model then scores these customers after us,
  // never before. The fresh requests come after the orders, so that we see the request of every order we have read. Only the fresh lane
  // writes outbox events for what fresh events change, so the silent occasions leave their customers to it.
  const [customers, settings, orders, left] = await Promise.all([
    lockCustomers(db, ids),
    readSettings(db),
    readOrders(db, ids),
    occasion === 'events' ? new Set<CustomerId>() : withFreshRequests(db, ids),
  ]);
  const activity = await activityOf(db, customers, occasion);
  const now = options.readNow();
  const models = await readModels(db, settings, customers, options.models);
  const context = { ...models, settings, occasion, now, today: now.toISOString().slice(0, 10) };
  const unscorable: UnscorableCustomer[] = [];
  const results = customers.flatMap((customer) => {
    const seen = activity.get(customer.id);
    if (seen === undefined || left.has(customer.id)) return [];
    try {
      return [scoreOne(customer, seen, orders.get(customer.id) ?? [], context)];
    } catch (error) {
      unscorable.push({ customerId: customer.id, error });
      return [];
    }
  });
  await writeResults(db, results, now, localDay(now, settings.timezone));
  return {
    scored: results.filter(({ row }) => row.scored !== null).length,
    unscorable,
    outboxEvents: results.reduce((sum, { outbox }) => sum + outbox.length, 0),
  };
}

/** @param day today for the tenant, `2026-11-21` */
async function writeResults(db: TenantDb, results: readonly CustomerResult[], now: Date, day: string): Promise<void> {
  const change = totalsChange(results.map(({ before }) => before), results.map(({ row }) => standingAfter(row))); // prettier-ignore
  await Promise.all([
    writeScores(db, results.map(({ row }) => row), now),
    appendHistory(db, results.flatMap(({ row, isHistoric }) => (isHistoric && row.scored !== null ? [{ ...row, scored: row.scored }] : []))),
    db.appendOutbox(results.flatMap(({ outbox }) => outbox), now, traceparentOf()),
    recordChange(db, change, day),
  ]); // prettier-ignore
}

/**
 * A pass uses the activity that the last scoring stored, because a customer with newer events has a score request that reads them. That
 * saves two index probes into the largest table per customer.
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

interface Models {
  /** The model that scores now. */
  readonly model: Model;
  /** The models of the customers' current scores by version, with today's bands. A model that was deleted is absent. */
  readonly before: ReadonlyMap<string, Model>;
}

/** Reads the tenant's own model, or takes the prior mean while there is none, with the label bands of the tenant. */
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

/** Keeps only the fields we write. Larger objects showed up in GC time (1,000 customers per chunk). */
interface CustomerResult {
  readonly before: Standing | null;
  readonly row: ScoreRow;
  /** The history gets a row: for a new label, or for the first score of a day. */
  readonly isHistoric: boolean;
  readonly outbox: readonly OutboxEntry[];
}

interface ScoringContext extends Models {
  readonly settings: TenantSettings;
  readonly occasion: Occasion;
  readonly now: Date;
  /** UTC day of `now`. */
  readonly today: string;
}

function scoreOne(
  customer: LockedCustomer,
  activity: Activity,
  orders: readonly OrderFacts[],
  { model, before, settings, occasion, now, today }: ScoringContext,
): CustomerResult {
  const features = featuresOf(orders, activity, now.getTime());
  const scored = scoreCustomer(features, model);
  const isHistoric = scored !== null && (scored.label !== customer.label || customer.history_day !== today);
  const events =
    scored === null
      ? null
      : outboxEvents(customer, scored, {
          occasion,
          settings: { bands: model.bands, scoreDeltaThreshold: settings.score_delta_threshold },
          byOldModel: scoreByOldModel(customer, features, before),
        });
  const outbox = events?.entries ?? [];
  const row: ScoreRow = {
    id: customer.id,
    activity,
    bought: { lastOrderAtMs: features.lastOrderAtMs, ordersTotal: features.ordersTotal, monetaryTotal: features.monetaryTotal },
    scored: scored === null ? null : toStored(scored),
    revenueAtRisk: revenueAtRisk(features, model, scored?.score ?? null),
    report: JSON.stringify(toReport(features, scored, model)),
    calculatedMs: laterThan(customer.calculatedMs, now.getTime()),
    driftFrom: events?.driftFrom ?? null,
    historyDay: isHistoric ? today : customer.history_day,
    eventSequence: outbox.at(-1)?.sequence ?? customer.event_sequence,
  };
  return { before: standingOf(customer), row, isHistoric, outbox };
}

const toStored = ({ score, label, confidence, modelVersion }: Scored): StoredScore => ({ score, label, confidence, modelVersion });

/** @returns null when the current score comes from today's model, or from one that was deleted. */
function scoreByOldModel({ model_version: version }: LockedCustomer, features: Features, before: Models['before']): OldModelScore | null {
  const model = version === null ? undefined : before.get(version);
  return model === undefined ? null : standingBy(features, model);
}

const standingAfter = ({ scored, revenueAtRisk: atRisk }: ScoreRow): Standing | null =>
  scored === null ? null : { label: scored.label, score: scored.score, revenueAtRisk: atRisk };

/** A stored time that is further ahead comes from a wrong clock and is overwritten. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

/** Returns a time that is later than the previous one, even when the clocks of workers differ a little. */
function laterThan(previousMs: number | null, nowMs: number): number {
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
