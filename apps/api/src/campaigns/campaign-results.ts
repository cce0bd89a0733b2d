import { Injectable } from '@nestjs/common';
import {
  aboutOf,
  addMoney,
  askForResults,
  campaignResults,
  type ComparedRow,
  type Countable,
  differenceOfRates,
  differenceOfRevenue,
  type GroupRow,
  groupsOf,
  maturedOf,
  missingEvidence,
  type OverallRow,
  type Power,
  powerOf,
  overallResults,
  readContactEffects,
  readResults,
  returnedOf,
  type Revenue,
  SMALLEST_GROUP,
  verdictOf,
} from '#libs/campaigns';
import { Clock, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type ContactEffectsEntity, TenantEntity } from '#libs/entities';
import { toArmResults } from './arms/to-arm-results.js';
import type { CampaignResultsDto, OverallResultsDto, PowerDto } from './campaign-results.dto.js';
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
    const { arms, hoped_effect: effect, ...campaign } = await this.database.read(tenantId, (db) => requireCampaign(db, id));
    const { numbers, ...age } = await this.numbersOf(tenantId, campaignResults(campaign.id));
    const { groups, undelivered } = numbers ?? { groups: [], undelivered: 0 };
    const [treated, holdout] = groupsOf(groups);
    return {
      campaign_id: id.toLowerCase(),
      window_days: windowOf(groups),
      treated: { ...toGroup(treated), contaminated: contaminatedOf(treated) },
      holdout: { ...toGroup(holdout), contaminated: contaminatedOf(holdout) },
      undelivered,
      ...toComparison(treated, holdout, effect),
      ...toArmResults(arms, groups),
      ...age,
    };
  }

  /** Compares all customers that any campaign has chosen with the tenant-wide control group. */
  async overall(tenantId: TenantId): Promise<OverallResultsDto> {
    const { tenant, effects } = await this.database.read(tenantId, async (db) => ({
      tenant: await db.repository(TenantEntity).findOne({}),
      effects: await readContactEffects(db),
    }));
    if (tenant === null) throw notFound('tenant');
    const { numbers, ...age } = await this.numbersOf(tenantId, overallResults);
    const rows = numbers ?? [];
    const [contactable, control] = groupsOf(rows);
    return {
      control_percent: tenant.controlPercent,
      since: sinceOf(rows),
      window_days: windowOf(rows),
      contactable: toGroup(contactable),
      tenant_control: toGroup(control),
      contact_value_note: effects?.needed === 0 ? null : missingEvidence(effects?.needed ?? null),
      category_effects: effects === null ? [] : toCategoryEffects(effects),
      ...toComparison(contactable, control),
      ...age,
    };
  }

  /** Reads the numbers, and asks a worker for newer ones when they are old. */
  private async numbersOf<Numbers extends object>(tenantId: TenantId, what: Countable<Numbers>) {
    const now = this.clock.now();
    const read = async (db: TenantDb) => ({ about: aboutOf(db, what), ...(await readResults(db, what, now)) });
    const { about, numbers, countedAt, isAsked, isOld } = await this.database.read(tenantId, read, LIMITS.campaign.chooseMs);
    if (isOld) await this.database.transaction(tenantId, (db) => askForResults(db, about, now));
    return { numbers, counted_at: countedAt?.toISOString() ?? null, counting: isAsked || isOld };
  }
}

/** The last one is about customers who bought of none of these categories. */
const toCategoryEffects = ({ categories, groups }: Pick<ContactEffectsEntity, 'categories' | 'groups'>) =>
  groups.map(({ group, n, points, low, high }) => ({
    category: categories[group] ?? null,
    n,
    uplift: rounded(points),
    ci95: [rounded(low), rounded(high)],
  }));

const windowOf = (rows: readonly ComparedRow[]): number | null =>
  rows.length === 0 ? null : Math.max(...rows.map((row) => row.window_days));

const sinceOf = (rows: readonly OverallRow[]): string | null =>
  rows.reduce<string | null>((first, { since }) => (first === null || since < first ? since : first), null);

const contaminatedOf = (rows: readonly GroupRow[]): number => sumOf(rows, (row) => row.contaminated);

function toComparison(treated: readonly ComparedRow[], holdout: readonly ComparedRow[], effect?: number) {
  const uplift = differenceOfRates(returnedOf(treated), returnedOf(holdout));
  const matured = [maturedOf(treated), maturedOf(holdout)] as const;
  // A few orders can make any sum, so money waits until enough customers of each group have passed their window.
  const isEnough = matured.every(({ n }) => n >= SMALLEST_GROUP);
  const revenue = isEnough ? differenceOfRevenue(revenueOf(treated), revenueOf(holdout)) : null;
  const verdict = verdictOf(...matured);
  const power = powerOf(matured, { treated: returnedOf(treated).n, holdout: returnedOf(holdout).n }, effect);
  return {
    uplift: uplift === null ? null : rounded(uplift.value),
    ci95: uplift === null ? null : uplift.ci95.map(rounded),
    conclusive: verdict === 'helps' || verdict === 'harms',
    verdict,
    power: toPower(power),
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
  return { n, returned, rate: n === 0 ? null : rounded(returned / n), revenue: addMoney(rows.map(({ revenue }) => revenue)), matured };
}

const rounded = (value: number): number => Number(value.toFixed(4));
const cents = (value: number): number => Number(value.toFixed(2));

/** @returns null when a group is empty */
export const toPower = (power: Power | null): PowerDto | null =>
  power === null ? null : { effect: power.effect, customers_needed: power.customersNeeded, detectable_effect: power.detectable };
