import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type PastGroup, type PastOutcome, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { BacktestDto, BacktestGroupDto, BacktestStatus, NamedCustomerDto, PageQuery } from '#libs/dto';
import { cursorText } from '../../pages/cursor-text.js';
import { type BacktestRow, listNamed, type NamedRow, readBacktest } from './get-backtest.sql.js';

/** Reads the customers that the service would have named about three months ago, and what they did since. */
@Injectable()
export class GetBacktest {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor of another list */
  async page(tenantId: TenantId, { limit, cursor }: PageQuery): Promise<BacktestDto> {
    return this.database.read(tenantId, async (db) => {
      const row = await readBacktest(db);
      const after = cursor === undefined ? 0 : decodeCursor(tenantId, row.named_day, cursor);
      const rows = row.outcome === null ? [] : await listNamed(db, after, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit && last !== undefined;
      return {
        ...toBacktest(row),
        data: page.map(toNamed),
        pagination: { next_cursor: hasMore ? encodeCursor(tenantId, row.named_day, last.place) : null, has_more: hasMore },
      };
    });
  }
}

function toBacktest(row: BacktestRow): Omit<BacktestDto, 'data' | 'pagination'> {
  const { outcome, expected, actual, p10, p90 } = row;
  return {
    status: statusOf(row),
    progress: { done: row.weeks_done ?? 0, total: row.weeks ?? 0 },
    calculated_at: row.finished_at?.toISOString() ?? null,
    origin: row.named_day,
    until: row.until,
    horizon_days: row.horizon_days,
    model_version: row.model_version,
    fitted_on: row.model_version === null ? null : (/\d{4}-\d\d-\d\d$/.exec(row.model_version)?.[0] ?? null),
    currency: row.currency,
    ...groupsOf(outcome),
    revenue: expected === null || actual === null ? null : { expected, actual, p10, p90 },
    calibration: outcome === null ? [] : toCalibration(outcome),
  };
}

/** The state of the answer, not of the worker: an answer that is there stays while a newer one is calculated. */
function statusOf({ outcome, weeks, finished_at: finishedAt, is_running: isRunning }: BacktestRow): BacktestStatus {
  if (outcome !== null) return 'ready';
  if (weeks === null) return 'not_started';
  if (isRunning) return 'running';
  return finishedAt === null ? 'not_started' : 'not_enough_history';
}

function groupsOf(outcome: PastOutcome | null): Pick<BacktestDto, 'named' | 'came_back' | 'stayed_away'> {
  if (outcome === null) return { named: null, came_back: null, stayed_away: null };
  const { returned, stayedAway, spentCents } = outcome.listed;
  const named = {
    customers: returned.customers + stayedAway.customers,
    scoreUnits: returned.scoreUnits + stayedAway.scoreUnits,
    expectedCents: returned.expectedCents + stayedAway.expectedCents,
    atRiskCents: returned.atRiskCents + stayedAway.atRiskCents,
  };
  return { named: toGroup(named, spentCents), came_back: toGroup(returned, spentCents), stayed_away: toGroup(stayedAway, 0) };
}

const toGroup = ({ customers, scoreUnits, expectedCents, atRiskCents }: PastGroup, spentCents: number): BacktestGroupDto => ({
  customers,
  mean_score: customers === 0 ? null : (scoreUnits / 10_000 / customers).toFixed(4),
  expected_revenue: toMoney(expectedCents),
  revenue_at_risk: toMoney(atRiskCents),
  revenue: toMoney(spentCents),
});

const toMoney = (cents: number): string => (cents / 100).toFixed(2);

const toCalibration = ({ bins }: PastOutcome): BacktestDto['calibration'] =>
  bins.map(({ n, scoreUnits, stayedAway }, bin) => ({
    bin,
    n,
    predicted: n === 0 ? null : scoreUnits / 10_000 / n,
    observed: n === 0 ? null : stayedAway / n,
  }));

const toNamed = (row: NamedRow): NamedCustomerDto => ({
  external_id: row.external_id,
  score: row.score,
  expected_revenue: row.expected_revenue,
  revenue_at_risk: row.revenue_at_risk,
  came_back_on: row.returned_on,
  revenue: row.spent,
});

/** Ties a cursor to its tenant and day. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId, day: string | null): string =>
  createHash('sha256').update(`backtest ${tenantId} ${day}`).digest('base64url').slice(0, 8);

const encodeCursor = (tenantId: TenantId, day: string | null, place: number): string =>
  Buffer.from(`${sealOf(tenantId, day)} ${place}`).toString('base64url');

function decodeCursor(tenantId: TenantId, day: string | null, cursor: string): number {
  const [, seal, place = ''] = /^(\S+) (\d{1,4})$/.exec(cursorText(cursor)) ?? [];
  if (seal === sealOf(tenantId, day)) return Number(place);
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page of the same list`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}
