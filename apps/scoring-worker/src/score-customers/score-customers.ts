import type { CustomerId, OutboundEvent } from '#libs/core';
import type { OutboxEntry, ScoreReport, TenantDb } from '#libs/database';
import { type Announcement, announcementsOf, coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Features, featuresOf, type Model, type OrderFacts, revenueAtRisk, scoreCustomer, type Scored } from '#libs/scoring'; // prettier-ignore
import {
  type Activity,
  lockCustomers,
  type LockedCustomer,
  readActivity,
  readOrders,
  readSettings,
  type TenantSettings,
} from './read-customers.sql.js';
import { appendHistory, type ScoreRow, writeScores } from './write-scores.sql.js';

/** Why the customers are scored, which decides what is announced. */
export type Occasion = 'events' | 'backfill' | 'pass';

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
  const activity = await readActivity(db, ids);
  const orders = await readOrders(db, ids, settings.currency);
  const now = scoring.readNow();
  const model = modelOf(settings);
  const results = customers.flatMap((customer) => {
    const seen = activity.get(customer.id);
    if (seen === undefined) return [];
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

/** Rises with every calculation of a customer, also when workers' clocks differ. */
const afterwards = (previous: Date | null, now: Date): Date =>
  previous === null || now > previous ? now : new Date(previous.getTime() + 1);

function announce(customer: LockedCustomer, scored: Scored, occasion: Occasion): OutboxEntry[] {
  const { score, label, model_version: modelVersion } = customer;
  const previous = score === null || label === null || modelVersion === null ? null : { score, label, modelVersion };
  // A pass only meets an unscored customer when a request of its own is still waiting; that one decides.
  const silent = occasion === 'backfill' || (occasion === 'pass' && previous === null);
  return announcementsOf(previous, scored, { backfill: silent }).map((announcement, index) => ({
    customerId: customer.id,
    sequence: String(BigInt(customer.event_sequence) + BigInt(index + 1)),
    payload: toPayload(announcement, customer.external_id, scored),
  }));
}

function toPayload(announcement: Announcement, externalId: string, scored: Scored): OutboundEvent {
  switch (announcement.kind) {
    case 'churn_score_changed':
      return {
        event: 'customer.churn_score.changed',
        customer_id: externalId,
        previous_score: Number(announcement.previousScore),
        new_score: Number(scored.score),
        previous_label: announcement.previousLabel,
        new_label: scored.label,
        model_version: scored.modelVersion,
      };
    case 'high_risk_detected':
      return {
        event: 'customer.high_risk.detected',
        customer_id: externalId,
        score: Number(scored.score),
        label: scored.label,
        model_version: scored.modelVersion,
      };
  }
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
