import { Injectable } from '@nestjs/common';
import {
  type ChurnRow,
  daysSinceOrder,
  type ExplainedScore,
  ExplainScore,
  findChurn,
  overdueDays,
  type ScoreDetails,
  toChurnSummary,
  toLateSince,
  withLateDay,
} from '#libs/customers';
import { Clock, customerIdOf, DAY_MS, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { ChurnDetailDto, HistoryEntryDto } from '#libs/dto';
import { findOrCreateWaiting } from '#libs/ingestion';
import { isPlaceholderCustomer } from '#libs/order-import';
import { type Features, usualGapDays } from '#libs/scoring';
import { type HistoryRow, listHistory } from './get-churn.sql.js';

/** Reads the score of one customer with everything that explains it. */
@Injectable()
export class GetChurn {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly explainScore: ExplainScore,
  ) {}

  /** @throws AppError `not_found` when the tenant has never sent an event of this customer. */
  async get(tenantId: TenantId, externalId: string): Promise<ChurnDetailDto> {
    const id = customerIdOf(tenantId, externalId);
    return this.database.transaction(tenantId, async (db) => {
      const now = this.clock.now();
      const row = await findOrCreateWaiting(db, id, () => findChurn(db, id, now.toISOString().slice(0, 10)));
      if (row === null) throw notFound('customer');
      const details = await this.explainScore.explain(db, row, now);
      return toChurnDetail(row, details, await listHistory(db, row.id, LIMITS.historyRows), now);
    });
  }
}

function toChurnDetail(row: ChurnRow, details: ScoreDetails | null, history: readonly HistoryRow[], now: Date): ChurnDetailDto {
  const { features = null, scored = null } = details ?? {};
  const late = withLateDay(row, now);
  return {
    customer_id: row.id,
    external_id: row.external_id,
    churn: toChurnSummary(row),
    features: {
      recency_days: features?.recencyDays ?? daysSince(row.last_order_at ?? row.first_seen_at, now),
      frequency_orders_30d: features?.frequencyOrders30d ?? 0,
      monetary_total: row.monetary_total,
    },
    features_extended: {
      ...toRhythm(features),
      average_order_value: features?.averageOrderValue ?? null,
      orders_total: row.orders_count,
      days_since_order: daysSinceOrder(row, now),
      expected_next_order_at: toInstant(scored?.nextOrder?.expectedAtMs ?? null),
    },
    explanation: [...(scored?.explanation ?? [])],
    history: history.map(toHistoryEntry),
    confidence: scored?.confidence ?? null,
    confidence_text: scored?.confidenceText ?? null,
    ...toOutlook(late, scored),
    overdue_days: overdueDays(late, now),
    usual_gap_days: features === null ? null : usualGapDays(features),
    horizon_days: row.horizon_days,
    stale: row.is_overdue ?? false,
    warnings: warningsOf(row, features),
  };
}

function toRhythm(features: Features | null): Pick<ChurnDetailDto['features_extended'], 'avg_gap_days' | 'overdue_ratio'> {
  if (features === null || features.avgGapDays === null || features.isLastUnknown) return { avg_gap_days: null, overdue_ratio: null };
  const { avgGapDays, recencyDays } = features;
  return { avg_gap_days: twoDecimals(avgGapDays), overdue_ratio: twoDecimals(recencyDays / avgGapDays) };
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Describes what the score means for the shop. */
function toOutlook(
  row: ChurnRow,
  scored: ExplainedScore | null,
): Pick<ChurnDetailDto, 'lifecycle' | 'late_since' | 'expected_revenue' | 'revenue_if_ordered' | 'revenue_at_risk' | 'next_order_window'> {
  const nextOrder = scored?.nextOrder ?? null;
  const [from, to] = [toInstant(nextOrder?.fromMs ?? null), toInstant(nextOrder?.toMs ?? null)];
  return {
    lifecycle: row.lifecycle,
    late_since: toLateSince(row),
    expected_revenue: row.score === null ? null : row.expected_revenue,
    revenue_if_ordered: row.revenue_if_ordered,
    revenue_at_risk: row.score === null ? null : row.revenue_at_risk,
    next_order_window: from === null || to === null ? null : { from, to },
  };
}

/** @returns null also beyond the last day that a Date can hold. */
function toInstant(ms: number | null): string | null {
  const instant = new Date(ms ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

const toHistoryEntry = (row: HistoryRow): HistoryEntryDto => ({ ...row, calculated_at: row.calculated_at.toISOString() });

const daysSince = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));

function warningsOf({ external_id: id, currency, orders_count: ordersCount }: ChurnRow, features: Features | null): string[] {
  const shared = isPlaceholderCustomer(id)
    ? ['the customer id looks like a placeholder: all orders without a known customer may be in this one']
    : [];
  if (ordersCount > LIMITS.explainedOrders)
    return [...shared, `more than ${LIMITS.explainedOrders} orders: this answer has neither features nor reasons`];
  const foreign = features?.foreignOrders ?? 0;
  if (foreign === 0) return shared;
  const orders = foreign === 1 ? '1 order is' : `${foreign} orders are`;
  return [...shared, `${orders} in another currency than ${currency}: counted as orders, left out of monetary sums`];
}
