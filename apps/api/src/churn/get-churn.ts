import { Injectable } from '@nestjs/common';
import { Clock, customerIdOf, DAY_MS, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database, type ScoreReport } from '#libs/database';
import type { ChurnDetailDto, HistoryEntryDto } from '#libs/dto';
import { findOrCreateWaiting } from '#libs/ingestion';
import { toChurnSummary } from '../customers/customer-row.js';
import { type ChurnRow, findChurn, type HistoryRow, listHistory } from './get-churn.sql.js';

/** Reads the score of one customer with everything that explains it. */
@Injectable()
export class GetChurn {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant has never sent an event of this customer. */
  async get(tenantId: TenantId, externalId: string): Promise<ChurnDetailDto> {
    const id = customerIdOf(tenantId, externalId);
    return this.database.transaction(tenantId, async (db) => {
      const row = await findOrCreateWaiting(db, id, () => findChurn(db, id));
      if (row === null) throw notFound('customer');
      return toChurnDetail(row, await listHistory(db, id, LIMITS.historyRows), this.clock.now());
    });
  }
}

function toChurnDetail(row: ChurnRow, history: readonly HistoryRow[], now: Date): ChurnDetailDto {
  const { report } = row;
  return {
    customer_id: row.id,
    external_id: row.external_id,
    churn: toChurnSummary(row),
    features: {
      recency_days: report?.recencyDays ?? daysSince(row.first_seen_at, now),
      frequency_orders_30d: report?.frequencyOrders30d ?? 0,
      monetary_total: row.monetary_total,
    },
    features_extended: {
      avg_gap_days: report?.avgGapDays ?? null,
      overdue_ratio: report?.overdueRatio ?? null,
      average_order_value: report?.averageOrderValue ?? null,
      orders_total: row.orders_count,
      expected_next_order_at: report?.expectedNextOrderAt ?? null,
    },
    explanation: [...(report?.explanation ?? [])],
    history: history.map(toHistoryEntry),
    confidence: row.confidence,
    horizon_days: report?.horizonDays ?? null,
    stale: row.calculated_at !== null && now.getTime() - row.calculated_at.getTime() > LIMITS.staleScoreMs,
    warnings: report === null ? [] : warningsOf(report, row.currency),
  };
}

const toHistoryEntry = (row: HistoryRow): HistoryEntryDto => ({ ...row, calculated_at: row.calculated_at.toISOString() });

const daysSince = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));

function warningsOf(report: ScoreReport, currency: string): string[] {
  if (report.foreignOrders === 0) return [];
  const orders = report.foreignOrders === 1 ? '1 order is' : `${report.foreignOrders} orders are`;
  return [`${orders} in another currency than ${currency}: counted as orders, left out of monetary sums`];
}
