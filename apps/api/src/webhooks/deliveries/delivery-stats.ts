import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, firstIdOf, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { DeliveryStatsDto, StatsPeriod } from './webhook-delivery.dto.js';

interface StatsRow {
  readonly total: number;
  readonly success: number;
  readonly dead_letter: number;
  readonly open: number;
  /** p50, p95 and p99 in milliseconds; null when nothing was attempted. */
  readonly latency: readonly number[] | null;
}

// Ids grow with time, so the primary key finds the newest. Campaigns go to URLs of their own, so they say nothing about the endpoint.
// The latency leaves out replays, which wait for a person.
const COUNT = `
WITH recent AS (
  SELECT status, is_replay, first_attempt_at, decided_at FROM deliveries
  WHERE tenant_id = $1 AND id >= $2 AND NOT is_test AND campaign_id IS NULL ORDER BY id DESC LIMIT $3)
SELECT count(*)::int AS total, count(*) FILTER (WHERE status = 'success')::int AS success,
       count(*) FILTER (WHERE status = 'dead_letter')::int AS dead_letter,
       count(*) FILTER (WHERE status IN ('pending', 'failed'))::int AS open,
       percentile_cont('{0.5,0.95,0.99}'::float8[]) WITHIN GROUP (ORDER BY extract(epoch FROM first_attempt_at - decided_at)::float8 * 1000)
         FILTER (WHERE NOT is_replay AND first_attempt_at IS NOT NULL) AS latency
FROM recent`;

/** @param fromId the lowest id that counts. @param limit deliveries to read, newest first. */
async function readStats(db: TenantDb, fromId: string, limit: number): Promise<StatsRow> {
  const [row] = await db.query<StatsRow>(COUNT, [fromId, limit]);
  return row ?? { total: 0, success: 0, dead_letter: 0, open: 0, latency: null };
}

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
