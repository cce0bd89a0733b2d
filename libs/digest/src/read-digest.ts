import {
  differenceOfRates,
  groupsOf,
  maturedOf,
  nextRun,
  overallResults,
  previewToContact,
  readResults,
  type Verdict,
  verdictOf,
} from '#libs/campaigns';
import { addDays, DAY_MS, DIGEST_TIME, firstAlarm, localDay, type MeasuredQuality, type ReturnAlarm } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { readAlarms, readWeek, type WeekPlace } from './digest.sql.js';
import { mondayOf, weekOf } from './iso-week.js';

/** The news of a week, from Monday to Sunday on the clocks of the tenant. Money has two decimals and is in `currency`. */
export interface Digest {
  /** ISO 8601, `2026-W47`. */
  readonly week: string;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly isOver: boolean;
  /** The state is that at the end of this day: the last of the week, or today. */
  readonly asOf: string;
  /**
   * Customers had live scores on every day of the week. Otherwise its moves are unknown, because most of them came with an import: the fields
   * that count moves are null then.
   */
  readonly isWhole: boolean;
  readonly currency: string;
  /** Customers who became late in the week, and slip away now. */
  readonly beganToSlip: number;
  /** Customers who entered high or critical risk in the week, and are in it now. */
  readonly enteredHighRisk: number;
  readonly cameBack: { readonly customers: number; readonly revenue: string } | null;
  readonly joined: number | null;
  readonly lost: number | null;
  /** At the end of the week: those who slip away; null: no customer had a score yet. */
  readonly slipping: CustomersToContact | null;
  /** The same for customers with a second order that is due. */
  readonly secondOrderDue: CustomersToContact | null;
  /** Customers in both states that a campaign may contact now; null like `slipping`, and for a week before the last one. */
  readonly contactable: Omit<CustomersToContact, 'revenueIfOrdered'> | null;
  /** Null like `slipping`. */
  readonly revenueAtRisk: string | null;
  /** Against the end of the week before. */
  readonly revenueAtRiskChange: string | null;
  /** The expected revenue of all customers, over `horizonDays`; null like `slipping`. */
  readonly expectedRevenue: string | null;
  readonly expectedRevenueChange: string | null;
  readonly horizonDays: number | null;
  readonly campaigns: CampaignsOfWeek;
  /** The alarm that was on in the week; null without one. */
  readonly alarm: ReturnAlarm | null;
  /** The measures of the model that scores now; null while too little has happened for them. */
  readonly model: (Pick<MeasuredQuality, 'quality' | 'calibration'> & { readonly isReplay: boolean }) | null;
}

/** Customers to contact. */
export interface CustomersToContact {
  readonly customers: number;
  /** The revenue if all of them order. */
  readonly revenueIfOrdered: string;
  /** The revenue that contacts that work well can add. */
  readonly revenueAtRisk: string;
}

export interface CampaignsOfWeek {
  /** Campaigns that reached customers in the week, and how often they reached one. */
  readonly campaigns: number;
  readonly contacted: number;
  /** All campaigns together until now, against the tenant-wide control group; null without campaigns, and before a worker has counted those of a large shop. */
  readonly effect: { readonly verdict: Verdict; readonly uplift: number | null } | null;
}

/** Live scores with fewer customers than this share of what the past had are from before an import. */
export const IMPORTED_SHARE = 0.5;

/** Returns the next time of the weekly mail, strictly after `after`. @param timezone of the tenant, an IANA name */
export const nextDigest = (timezone: string, after: Date): Date =>
  nextRun(DIGEST_TIME, timezone, after) ?? new Date(after.getTime() + 7 * DAY_MS);

/** Returns the Monday of the last week that is over. */
export const lastMonday = (now: Date, timezone: string): string => addDays(mondayOf(localDay(now, timezone)), -7);

/**
 * Reads the news for people: of the last week that is over or, where no customer had a score in it, what is known now.
 * @returns null when the tenant is gone, or no customer has a score
 */
export async function readNews(db: TenantDb, timezone: string, now: Date): Promise<Digest | null> {
  const last = await readDigest(db, lastMonday(now, timezone), timezone, now);
  if (last === null || last.slipping !== null) return last;
  const current = await readDigest(db, mondayOf(localDay(now, timezone)), timezone, now);
  return current?.slipping == null ? null : current;
}

/**
 * Reads the news of a week.
 * @param monday its first day, `2026-11-16`
 * @returns null when the tenant is gone
 */
export async function readDigest(db: TenantDb, monday: string, timezone: string, now: Date): Promise<Digest | null> {
  const place: WeekPlace = { from: monday, until: addDays(monday, 7), timezone };
  const week = await readWeek(db, place);
  if (week === null) return null;
  const today = localDay(now, timezone);
  const isScored = week.first_day !== null;
  const isWhole =
    week.first_day !== null && week.first_day < monday && week.customers_before >= IMPORTED_SHARE * (week.past_customers ?? 0);
  return {
    week: weekOf(monday),
    from: monday,
    to: addDays(monday, 6),
    isOver: today >= place.until,
    asOf: today >= place.until ? addDays(monday, 6) : today,
    isWhole,
    currency: week.currency,
    // Some may have begun to slip away after the end of the week, by what the list of customers says now.
    beganToSlip: isScored ? Math.min(week.began_to_slip, week.slipping) : week.began_to_slip,
    enteredHighRisk: week.entered_high_risk,
    cameBack: isWhole && week.at_risk_change !== null ? { customers: week.came_back, revenue: week.came_back_sum } : null,
    joined: isWhole ? week.joined : null,
    lost: isWhole ? week.became_lost : null,
    slipping: isScored
      ? { customers: week.slipping, revenueIfOrdered: week.slipping_if_ordered, revenueAtRisk: week.slipping_at_risk }
      : null,
    secondOrderDue: isScored
      ? { customers: week.second_due, revenueIfOrdered: week.second_due_if_ordered, revenueAtRisk: week.second_due_at_risk }
      : null,
    contactable: isScored && monday >= lastMonday(now, timezone) ? await readContactable(db, now) : null,
    revenueAtRisk: isScored ? week.at_risk : null,
    revenueAtRiskChange: isWhole ? week.at_risk_change : null,
    expectedRevenue: isScored ? week.expected : null,
    expectedRevenueChange: isWhole ? week.expected_change : null,
    horizonDays: week.horizon_days,
    alarm: alarmOf(await readAlarms(db), place),
    campaigns: { campaigns: week.campaigns, contacted: week.contacted, effect: await effectOfAll(db, now) },
    model: week.quality?.measured == null ? null : { ...week.quality.measured, isReplay: week.quality.basis === 'backtest' },
  };
}

async function readContactable(db: TenantDb, now: Date): Promise<Digest['contactable']> {
  const { recipients, recipients_at_risk: revenueAtRisk } = await previewToContact(db, now);
  return { customers: recipients, revenueAtRisk };
}

/** The watch counts in days of UTC: at the ends of a week they are near enough. */
const alarmOf = (alarms: readonly ReturnAlarm[], { from, until }: WeekPlace): ReturnAlarm | null =>
  firstAlarm(alarms.filter(({ foundOn, endedOn }) => foundOn < until && (endedOn === null || endedOn >= from)));

async function effectOfAll(db: TenantDb, now: Date): Promise<CampaignsOfWeek['effect']> {
  const { numbers } = await readResults(db, overallResults, now);
  if (numbers === null || numbers.length === 0) return null;
  const [contactable, control] = groupsOf(numbers);
  const groups = [maturedOf(contactable), maturedOf(control)] as const;
  return { verdict: verdictOf(...groups), uplift: differenceOfRates(...groups)?.value ?? null };
}
