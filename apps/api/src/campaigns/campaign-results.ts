import { Injectable } from '@nestjs/common';
import {
  type ComparedRow,
  differenceOfRates,
  differenceOfRevenue,
  type GroupRow,
  groupsOf,
  maturedOf,
  type OverallRow,
  powerOf,
  readOverallResults,
  readResults,
  returnedOf,
  type Revenue,
  verdictOf,
} from '#libs/campaigns';
import { Clock, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { TenantEntity } from '#libs/entities';
import type { CampaignResultsDto, OverallResultsDto } from './campaign-results.dto.js';
import { requireCampaign } from './manage-campaigns.js';

/** Compares contacted customers with those who were not contacted: how many came back, and what they spent. */
@Injectable()
export class CampaignResults {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant does not have this campaign. */
  async get(tenantId: TenantId, id: string): Promise<CampaignResultsDto> {
    const { groups, undelivered } = await this.database.read(
      tenantId,
      async (db) => readResults(db, (await requireCampaign(db, id)).id, this.clock.now()),
      LIMITS.campaign.chooseMs,
    );
    const [treated, holdout] = groupsOf(groups);
    return {
      campaign_id: id.toLowerCase(),
      window_days: windowOf(groups),
      treated: { ...toGroup(treated), contaminated: contaminatedOf(treated) },
      holdout: { ...toGroup(holdout), contaminated: contaminatedOf(holdout) },
      undelivered,
      ...toComparison(treated, holdout),
    };
  }

  /** Compares all customers whom any campaign chose with the tenant-wide control group. */
  async overall(tenantId: TenantId): Promise<OverallResultsDto> {
    const found = await this.database.read(
      tenantId,
      async (db) => ({ tenant: await db.repository(TenantEntity).findOne({}), rows: await readOverallResults(db, this.clock.now()) }),
      LIMITS.campaign.chooseMs,
    );
    if (found.tenant === null) throw notFound('tenant');
    const [contactable, control] = groupsOf(found.rows);
    return {
      control_percent: found.tenant.controlPercent,
      since: sinceOf(found.rows),
      window_days: windowOf(found.rows),
      contactable: toGroup(contactable),
      tenant_control: toGroup(control),
      ...toComparison(contactable, control),
    };
  }
}

const windowOf = (rows: readonly ComparedRow[]): number | null =>
  rows.length === 0 ? null : Math.max(...rows.map((row) => row.window_days));

const sinceOf = (rows: readonly OverallRow[]): string | null =>
  rows.length === 0 ? null : new Date(Math.min(...rows.map((row) => row.since.getTime()))).toISOString();

const contaminatedOf = (rows: readonly GroupRow[]): number => sumOf(rows, (row) => row.contaminated);

function toComparison(treated: readonly ComparedRow[], holdout: readonly ComparedRow[]) {
  const uplift = differenceOfRates(returnedOf(treated), returnedOf(holdout));
  const revenue = differenceOfRevenue(revenueOf(treated), revenueOf(holdout));
  const matured = [maturedOf(treated), maturedOf(holdout)] as const;
  const verdict = verdictOf(...matured);
  const power = powerOf(matured, { treated: returnedOf(treated).n, holdout: returnedOf(holdout).n });
  return {
    uplift: uplift === null ? null : rounded(uplift.value),
    ci95: uplift === null ? null : uplift.ci95.map(rounded),
    conclusive: verdict === 'helps' || verdict === 'harms',
    verdict,
    power: power === null ? null : { effect: power.effect, customers_needed: power.customersNeeded, detectable_effect: power.detectable },
    revenue_uplift: revenue === null ? null : { difference: cents(revenue.value), ci95: revenue.ci95.map(cents) },
  };
}

const sumOf = <R>(rows: readonly R[], valueOf: (row: R) => number): number => rows.reduce((sum, row) => sum + valueOf(row), 0);

const revenueOf = (rows: readonly ComparedRow[]): Revenue => ({
  n: sumOf(rows, (row) => row.n),
  sum: sumOf(rows, (row) => Number(row.revenue)),
  sumOfSquares: sumOf(rows, (row) => row.revenue_squares),
});

function toGroup(rows: readonly ComparedRow[]) {
  const { n, returned } = returnedOf(rows);
  const matured = maturedOf(rows).n;
  return { n, returned, rate: n === 0 ? null : rounded(returned / n), revenue: revenueText(rows), matured };
}

/** Adds decimals with two places without going through doubles. */
function revenueText(rows: readonly ComparedRow[]): string {
  const total = rows.reduce((sum, { revenue }) => sum + BigInt(revenue.replace('.', '')), 0n);
  const digits = String(total).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const rounded = (value: number): number => Number(value.toFixed(4));
const cents = (value: number): number => Number(value.toFixed(2));
