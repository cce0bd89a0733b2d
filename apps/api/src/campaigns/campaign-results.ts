import { Injectable } from '@nestjs/common';
import {
  differenceOfRates,
  differenceOfRevenue,
  type GroupRow,
  readResults,
  type Returned,
  type Revenue,
  verdictOf,
} from '#libs/campaigns';
import { Clock, LIMITS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { CampaignResultsDto } from './campaign-sending.dto.js';
import { requireCampaign } from './manage-campaigns.js';

/** Compares the contacted customers of a campaign with its control group: how many came back. */
@Injectable()
export class CampaignResults {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant does not have this campaign. */
  async get(tenantId: TenantId, id: string): Promise<CampaignResultsDto> {
    const rows = await this.database.read(
      tenantId,
      async (db) => readResults(db, (await requireCampaign(db, id)).id, this.clock.now()),
      LIMITS.campaign.chooseMs,
    );
    return toResults(id.toLowerCase(), rows);
  }
}

/** @param rows up to four: contacted and control group, each with and without time left. */
function toResults(campaignId: string, rows: readonly GroupRow[]): CampaignResultsDto {
  const [treated, holdout] = [rows.filter((row) => !row.holdout), rows.filter((row) => row.holdout)];
  const uplift = differenceOfRates(returnedOf(treated), returnedOf(holdout));
  const revenue = differenceOfRevenue(revenueOf(treated), revenueOf(holdout));
  const verdict = verdictOf(returnedOf(treated.filter(isMatured)), returnedOf(holdout.filter(isMatured)));
  return {
    campaign_id: campaignId,
    window_days: rows.length === 0 ? null : Math.max(...rows.map((row) => row.window_days)),
    treated: toGroup(treated),
    holdout: toGroup(holdout),
    uplift: uplift === null ? null : rounded(uplift.value),
    ci95: uplift === null ? null : uplift.ci95.map(rounded),
    conclusive: verdict === 'conclusive',
    verdict,
    revenue_uplift: revenue === null ? null : { difference: cents(revenue.value), ci95: revenue.ci95.map(cents) },
  };
}

const isMatured = ({ matured }: GroupRow): boolean => matured;

const sumOf = (rows: readonly GroupRow[], valueOf: (row: GroupRow) => number): number => rows.reduce((sum, row) => sum + valueOf(row), 0);

const returnedOf = (rows: readonly GroupRow[]): Returned => ({
  n: sumOf(rows, (row) => row.n),
  returned: sumOf(rows, (row) => row.returned),
});

const revenueOf = (rows: readonly GroupRow[]): Revenue => ({
  n: sumOf(rows, (row) => row.n),
  sum: sumOf(rows, (row) => Number(row.revenue)),
  sumOfSquares: sumOf(rows, (row) => row.revenue_squares),
});

function toGroup(rows: readonly GroupRow[]): CampaignResultsDto['treated'] {
  const { n, returned } = returnedOf(rows);
  const matured = returnedOf(rows.filter(isMatured)).n;
  return { n, returned, rate: n === 0 ? null : rounded(returned / n), revenue: revenueText(rows), matured };
}

/** Adds decimals with two places without going through doubles. */
function revenueText(rows: readonly GroupRow[]): string {
  const total = rows.reduce((sum, { revenue }) => sum + BigInt(revenue.replace('.', '')), 0n);
  const digits = String(total).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const rounded = (value: number): number => Number(value.toFixed(4));
const cents = (value: number): number => Number(value.toFixed(2));
