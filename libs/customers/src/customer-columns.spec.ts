import type { Customer } from './customer-row.js';
import { CSV_HEAD, csvLine } from './customer-columns.js';

const customer = {
  id: '0',
  external_id: 'c-1',
  churn: { score: '0.8312', label: 'high', calculated_at: '2026-11-21T10:00:00.000Z', model_version: 'm' },
  last_activity_at: null,
  last_order_at: '2026-10-01T00:00:00.000Z',
  first_seen_at: null,
  orders_count: 3,
  monetary_total: '-12.50',
  lifecycle: 'slipping',
  late_since: '2026-10-20T00:00:00.000Z',
  overdue_days: 33,
  high_risk_since: null,
  expected_revenue: '12.03',
  revenue_if_ordered: '71.27',
  revenue_at_risk: '10.00',
  contact_value: { value: '2.50', low: '-1.00', high: '6.00' },
  control_group: 'none',
  marketing_consent: 'unknown',
  currency: 'EUR',
  created_at: '',
  updated_at: '',
} satisfies Customer;
const idIn = (external_id: string): string => csvLine({ ...customer, external_id }).replace(/,slipping,.*/s, '');

describe('A customer in a CSV file', () => {
  it('has a value for each column, with numbers as numbers', () => {
    expect(csvLine(customer)).toBe(
      'c-1,slipping,2026-10-20T00:00:00.000Z,33,high,0.8312,12.03,71.27,10.00,2.50,none,unknown,EUR,2026-10-01T00:00:00.000Z,,3,-12.50,2026-11-21T10:00:00.000Z\r\n',
    );
    expect(CSV_HEAD.split(',')).toHaveLength(18);
  });

  it('names what a contact can win in plain words, and leaves it empty without the day of the last order', () => {
    expect(CSV_HEAD.split(',')[8]).toBe('to_win');
    expect(csvLine({ ...customer, last_order_at: null }).split(',')[8]).toBe('');
  });

  it('has empty score columns without a score', () =>
    expect(csvLine({ ...customer, churn: null })).toMatch(/^c-1,slipping,2026-10-20T00:00:00.000Z,33,,,12\.03/));

  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1+1', `"'+1+1"`],
    ['-1+1', `"'-1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['＝1', `"'＝1"`],
    ['-5', '-5'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
  ])('keeps the ID %j in one cell without a formula', (id, cell) => expect(idIn(id)).toBe(cell));
});
