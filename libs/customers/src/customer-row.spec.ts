import { customerIdOf, toTenantId } from '#libs/core';
import { type CustomerRow, daysSinceOrder, overdueDays, toChurnSummary, toCustomer, withLateDay } from './customer-row.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12));

const row = (differing: Partial<CustomerRow> = {}): CustomerRow => ({
  id: customerIdOf(toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b'), 'c-42'),
  external_id: 'c-42',
  score: '0.8312',
  label: 'critical',
  calculated_at: at(4),
  model_version: 'mbg-1.0',
  first_seen_at: at(1),
  last_activity_at: at(3),
  last_order_at: at(2),
  orders_count: 3,
  monetary_total: '123.40',
  lifecycle: 'slipping',
  late_since: '2026-11-03',
  late_from: null,
  high_risk_since: null,
  expected_revenue: '54.86',
  revenue_if_ordered: '325.00',
  revenue_at_risk: '45.60',
  contact_effect: { cell: 10, effect: 0.25, low: 0.1, high: 0.5 },
  contact_cost: '1.40',
  marketing_consent: 'yes',
  currency: 'EUR',
  timezone: 'UTC',
  created_at: at(1),
  updated_at: at(4),
  ...differing,
});

describe('a customer in an API answer', () => {
  it('has scores and money as decimal strings and times in UTC with milliseconds', () => {
    expect(toCustomer(row(), 'shop', at(12))).toEqual({
      id: '36e58027-35d1-50b2-ba09-6de8da2de2ba',
      external_id: 'c-42',
      churn: { score: '0.8312', label: 'critical', calculated_at: '2026-11-04T12:00:00.000Z', model_version: 'mbg-1.0' },
      last_activity_at: '2026-11-03T12:00:00.000Z',
      last_order_at: '2026-11-02T12:00:00.000Z',
      first_seen_at: '2026-11-01T12:00:00.000Z',
      orders_count: 3,
      monetary_total: '123.40',
      lifecycle: 'slipping',
      late_since: '2026-11-03T00:00:00.000Z',
      overdue_days: 10,
      high_risk_since: null,
      expected_revenue: '54.86',
      revenue_if_ordered: '325.00',
      revenue_at_risk: '45.60',
      contact_value: { value: '10.00', low: '3.16', high: '21.40' },
      control_group: 'shop',
      marketing_consent: 'yes',
      currency: 'EUR',
      created_at: '2026-11-01T12:00:00.000Z',
      updated_at: '2026-11-04T12:00:00.000Z',
    });
  });

  it('has null for churn and dates that are not known yet', () => {
    const fresh = row({ score: null, label: null, calculated_at: null, model_version: null, last_order_at: null, last_activity_at: null });
    expect(toCustomer(fresh, 'none', at(12))).toMatchObject({
      overdue_days: null,
      churn: null,
      last_order_at: null,
      last_activity_at: null,
    });
  });

  it.each(['score', 'label', 'calculated_at', 'model_version'] as const)('has no churn while its %s is unknown', (column) => {
    expect(toChurnSummary(row({ [column]: null }))).toBeNull();
  });
});

const daysAt = (now: string, ordered: string, since: string | null, timezone = 'UTC'): number | null =>
  overdueDays({ last_order_at: new Date(ordered), late_since: since, timezone }, new Date(now));

describe('the days that a customer is overdue', () => {
  it('are the days since the last order less the days within which four in five order', () => {
    // Within 20 days: late from the 21st day after 6 October on.
    expect(daysAt('2026-11-22T09:00:00Z', '2026-10-06T09:00:00Z', '2026-10-27')).toBe(47 - 20);
  });

  it('are the days of a calendar, whatever the hours', () => {
    expect(daysAt('2026-11-22T01:00:00Z', '2026-10-06T23:00:00Z', '2026-10-27')).toBe(47 - 20);
    expect(daysAt('2026-11-22T23:59:59Z', '2026-10-06T00:00:00Z', '2026-10-27')).toBe(47 - 20);
    expect(daysAt('2026-10-27T00:00:00Z', '2026-10-06T23:59:59Z', '2026-10-27')).toBe(1);
  });

  it('are those of the calendar where the shop is', () => {
    // The order is of 7 October in Tokyo, and now is 22 November there.
    expect(daysAt('2026-11-22T01:00:00Z', '2026-10-06T23:00:00Z', '2026-10-27', 'Asia/Tokyo')).toBe(46 - 20);
    // 26 October is not over in New York when the UTC day begins.
    expect(daysAt('2026-10-27T01:00:00Z', '2026-10-06T12:00:00Z', '2026-10-27', 'America/New_York')).toBe(0);
  });

  it('are unknown for a customer who is not late', () => {
    expect(daysAt('2026-11-22T09:00:00Z', '2026-11-06T09:00:00Z', null)).toBeNull();
    expect(overdueDays({ last_order_at: null, late_since: null, timezone: 'UTC' }, new Date())).toBeNull();
  });

  it('go with the days since the last order', () => {
    const ordered = { last_order_at: new Date('2026-10-03T23:00:00Z'), timezone: 'UTC' };
    expect(daysSinceOrder(ordered, new Date('2026-11-23T01:00:00Z'))).toBe(51);
    expect(daysSinceOrder({ ...ordered, timezone: 'Asia/Tokyo' }, new Date('2026-11-23T01:00:00Z'))).toBe(50);
    expect(daysSinceOrder({ ...ordered, last_order_at: null }, new Date())).toBeNull();
  });
});

describe('a customer who is late since the last midnight', () => {
  const late = { late_since: null, late_from: '2026-11-22', last_order_at: at(1), timezone: 'UTC' };

  it('has days overdue before the nightly calculation', () => {
    expect(overdueDays(late, at(9))).toBeNull();
    for (const clock of ['2026-11-22T00:00:00.000Z', '2026-11-22T23:59:59.999Z'])
      expect(withLateDay(late, new Date(clock)).late_since).toBe('2026-11-22');
  });

  it('is on time before that midnight, keeps a stored day, and is never late where silence does not tell', () => {
    expect(withLateDay(late, new Date('2026-11-21T23:59:59.999Z'))).toBe(late);
    const known = { late_since: '2026-11-05', late_from: null };
    expect(withLateDay(known, new Date('2026-11-22T09:00:00Z'))).toBe(known);
    const never = { late_since: null, late_from: null };
    expect(withLateDay(never, new Date('2026-11-22T09:00:00Z'))).toBe(never);
  });
});
