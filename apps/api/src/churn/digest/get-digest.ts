import { Injectable } from '@nestjs/common';
import { AppError, Clock, LIMITS, localDay, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type CustomersToContact, type Digest, digestLines, lastMonday, mondayOf, mondayOfWeek, readDigest, weekOf } from '#libs/digest';
import { readPlace } from '../get-analytics.sql.js';
import type { DigestDto } from './digest.dto.js';
import { toAlarmDto } from './return-alarm-reply.js';

/** Reads the news of a week: who slips away, who came back, what campaigns brought. */
@Injectable()
export class GetDigest {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param week ISO 8601, `2026-W47`; by default the last one that is over
   * @throws AppError `invalid_query` for a week that does not exist or has not begun
   */
  get(tenantId: TenantId, week: string | undefined): Promise<DigestDto> {
    const now = this.clock.now();
    const read = async (db: TenantDb): Promise<DigestDto> => {
      const { timezone } = await readPlace(db);
      const current = mondayOf(localDay(now, timezone));
      const monday = week === undefined ? lastMonday(now, timezone) : mondayOfWeek(week);
      if (monday === null || monday > current) throw noSuchWeek(week, weekOf(current));
      const digest = await readDigest(db, monday, timezone, now);
      if (digest === null) throw new Error(`tenant ${tenantId} does not exist`);
      return toDto(digest);
    };
    return this.database.read(tenantId, read, LIMITS.campaign.chooseMs);
  }
}

function noSuchWeek(week: string | undefined, current: string): AppError {
  const message = `week is ${week}: it must be an ISO 8601 week up to ${current}, the current one`;
  return new AppError('invalid_query', message, [{ field: 'week', code: 'out_of_range', message }]);
}

const toDto = (digest: Digest): DigestDto => ({
  week: digest.week,
  from: digest.from,
  to: digest.to,
  is_over: digest.isOver,
  currency: digest.currency,
  began_to_slip: digest.beganToSlip,
  entered_high_risk: digest.enteredHighRisk,
  came_back: digest.cameBack,
  new: digest.joined,
  lost: digest.lost,
  slipping: contactOf(digest.slipping),
  second_order_due: contactOf(digest.secondOrderDue),
  contactable: digest.contactable && { customers: digest.contactable.customers, revenue_at_risk: digest.contactable.revenueAtRisk },
  revenue_at_risk: digest.revenueAtRisk,
  revenue_at_risk_change: digest.revenueAtRiskChange,
  expected_revenue: digest.expectedRevenue,
  expected_revenue_change: digest.expectedRevenueChange,
  campaigns: {
    campaigns: digest.campaigns.campaigns,
    contacted: digest.campaigns.contacted,
    verdict: digest.campaigns.effect?.verdict ?? null,
    uplift: rounded(digest.campaigns.effect?.uplift ?? null),
  },
  model_quality: digest.model?.quality ?? null,
  alarm: toAlarmDto(digest.alarm),
  text: digestLines(digest),
});

const contactOf = (contact: CustomersToContact | null): DigestDto['slipping'] =>
  contact && { customers: contact.customers, revenue_if_ordered: contact.revenueIfOrdered, revenue_at_risk: contact.revenueAtRisk };

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10_000) / 10_000);
