import { contactPlace, type CellEffect, type ContactValue, contactValueOf } from '#libs/campaigns';
import { type Consent, type ControlGroup, type CustomerId, DAY_MS, type Label, type Lifecycle, localDayNumber } from '#libs/core';
import { consentOf, readControlGroups, revenueIfOrdered, type TenantDb } from '#libs/database';

/** A customer with the current score, as read with `CUSTOMER_COLUMNS`. Decimals stay text. */
export interface CustomerRow {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly calculated_at: Date | null;
  readonly model_version: string | null;
  readonly first_seen_at: Date | null;
  readonly last_activity_at: Date | null;
  readonly last_order_at: Date | null;
  readonly orders_count: number;
  /** Two decimals. */
  readonly monetary_total: string;
  readonly lifecycle: Lifecycle | null;
  /** UTC day, `2026-11-21`. */
  readonly late_since: string | null;
  /** UTC day from which silence makes the customer late, as of the last calculation; null for one who was late then. */
  readonly late_from: string | null;
  readonly high_risk_since: Date | null;
  /** Two decimals. */
  readonly expected_revenue: string;
  /** Two decimals; null where it is not known. */
  readonly revenue_if_ordered: string | null;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  /** The effect of a contact in the customer's cell; null without a score, and before there is evidence. */
  readonly contact_effect: CellEffect | null;
  /** Two decimals. */
  readonly contact_cost: string;
  readonly marketing_consent: Consent;
  readonly currency: string;
  /** IANA name of the time zone of the tenant. */
  readonly timezone: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ChurnSummary {
  readonly score: string;
  readonly label: Label;
  readonly calculated_at: string;
  readonly model_version: string;
}

/** A customer as callers, files and destinations get it: decimals are text, instants are UTC in ISO 8601. */
export interface Customer {
  readonly id: string;
  readonly external_id: string;
  readonly churn: ChurnSummary | null;
  readonly last_activity_at: string | null;
  readonly last_order_at: string | null;
  readonly first_seen_at: string | null;
  readonly orders_count: number;
  readonly monetary_total: string;
  readonly lifecycle: Lifecycle | null;
  readonly late_since: string | null;
  readonly overdue_days: number | null;
  readonly high_risk_since: string | null;
  readonly expected_revenue: string;
  readonly revenue_if_ordered: string | null;
  readonly revenue_at_risk: string;
  readonly contact_value: ContactValue | null;
  readonly control_group: ControlGroup;
  readonly marketing_consent: Consent;
  readonly currency: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const CUSTOMER_COLUMNS = `${consentOf('c')} AS marketing_consent, c.id, c.external_id, c.score, c.label, c.calculated_at, c.model_version, c.first_seen_at, c.last_activity_at,
  c.last_order_at, c.orders_count, round(c.monetary_total, 2)::text AS monetary_total, c.lifecycle,
  c.late_since::text AS late_since, c.late_from::text AS late_from, c.high_risk_since, c.expected_revenue, ${revenueIfOrdered('c')} AS revenue_if_ordered, c.revenue_at_risk,
  (SELECT cells FROM contact_effects WHERE tenant_id = $1) -> (${contactPlace('c')}) AS contact_effect, t.contact_cost, t.currency, t.timezone, c.created_at, c.updated_at`;

/** @returns null without a score. An invented number would be worse. */
export function toChurnSummary(row: Pick<CustomerRow, 'score' | 'label' | 'calculated_at' | 'model_version'>): ChurnSummary | null {
  if (row.score === null || row.label === null || row.calculated_at === null || row.model_version === null) return null;
  return { score: row.score, label: row.label, calculated_at: row.calculated_at.toISOString(), model_version: row.model_version };
}

/** Returns the beginning of the UTC day, as all instants of the API; null also where the day of the last order is unknown. */
export const toLateSince = ({
  late_since: day,
  last_order_at: ordered,
}: Pick<CustomerRow, 'late_since' | 'last_order_at'>): string | null => (day === null || ordered === null ? null : `${day}T00:00:00.000Z`);

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * Counts the days since the last day on which four in five such customers would have ordered. They are the calendar days since the last
 * order, where the shop is, less the days of that time, as the reasons count them: a reader who subtracts gets the same number.
 *
 * @returns null for a customer who is not late; 0 where the first day of being late, a UTC day, has not begun where the shop is
 */
export function overdueDays(row: Pick<CustomerRow, 'last_order_at' | 'late_since' | 'timezone'>, now: Date): number | null {
  const { last_order_at: ordered, late_since: since } = row;
  if (ordered === null || since === null) return null;
  const within = dayOf(Date.parse(since)) - dayOf(ordered.getTime()) - 1;
  return Math.max(0, (daysSinceOrder(row, now) ?? 0) - within);
}

/**
 * Adds the day since which the customer is late by now. The stored one is of the last calculation, and the nightly one comes hours after the day
 * has begun: until then the answer would have neither a window for the next order nor days overdue.
 */
export const withLateDay = <Row extends Pick<CustomerRow, 'late_since' | 'late_from'>>(row: Row, now: Date): Row =>
  row.late_since === null && row.late_from !== null && row.late_from <= now.toISOString().slice(0, 10)
    ? { ...row, late_since: row.late_from }
    : row;

/** Counts the calendar days since the last order, where the shop is; null without an order. */
export const daysSinceOrder = (
  { last_order_at: ordered, timezone }: Pick<CustomerRow, 'last_order_at' | 'timezone'>,
  now: Date,
): number | null =>
  ordered === null ? null : Math.max(0, localDayNumber(now.getTime(), timezone) - localDayNumber(ordered.getTime(), timezone));

/** Adds the control groups of the customers. @param now the instant that the days overdue are counted to */
export async function toCustomers(db: TenantDb, rows: readonly CustomerRow[], now: Date): Promise<Customer[]> {
  const groups = await readControlGroups(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => toCustomer(row, groups.get(row.id) ?? 'none', now));
}

/** @param now the instant that the days overdue are counted to */
export function toCustomer(stored: CustomerRow, controlGroup: ControlGroup, now: Date): Customer {
  const row = withLateDay(stored, now);
  return {
    id: row.id,
    external_id: row.external_id,
    churn: toChurnSummary(row),
    last_activity_at: row.last_activity_at?.toISOString() ?? null,
    last_order_at: row.last_order_at?.toISOString() ?? null,
    first_seen_at: row.first_seen_at?.toISOString() ?? null,
    orders_count: row.orders_count,
    monetary_total: row.monetary_total,
    lifecycle: row.lifecycle,
    late_since: toLateSince(row),
    overdue_days: overdueDays(row, now),
    high_risk_since: row.high_risk_since?.toISOString() ?? null,
    expected_revenue: row.expected_revenue,
    revenue_if_ordered: row.revenue_if_ordered,
    revenue_at_risk: row.revenue_at_risk,
    contact_value: row.contact_effect === null ? null : contactValueOf(row.contact_effect, row.revenue_at_risk, row.contact_cost),
    control_group: controlGroup,
    marketing_consent: row.marketing_consent,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
