import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, firstIdOf, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { DeliveryStatsDto, StatsPeriod } from './webhook-delivery.dto.js';
import { readStats } from './delivery-stats.sql.js';

const DAYS: Readonly<Record<StatsPeriod, number>> = { '24h': 1, '7d': 7, '30d': 30 };
/** More deliveries would take longer than a reader waits, and give the same picture. */
const LOOKED_AT = 100_000;

/** Summarises recent deliveries. */
@Injectable()
export class DeliveryStats {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async get(tenantId: TenantId, period: StatsPeriod): Promise<DeliveryStatsDto> {
    const from = new Date(this.clock.now().getTime() - DAYS[period] * DAY_MS);
    const { latency, ...counts } = await this.database.read(tenantId, (db) => readStats(db, firstIdOf(from), LOOKED_AT));
    const ended = counts.success + counts.dead_letter;
    const [p50 = null, p95 = null, p99 = null] = (latency ?? []).map((ms) => Math.max(0, Math.round(ms)));
    return {
      period,
      ...counts,
      success_rate: ended === 0 ? null : Math.round((counts.success / ended) * 10_000) / 10_000,
      latency_ms: { p50, p95, p99 },
    };
  }
}
