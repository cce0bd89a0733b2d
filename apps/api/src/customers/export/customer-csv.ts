import { csvCell } from '#libs/order-import';
import type { CustomerDto } from '#libs/dto';

const COLUMNS = [
  'external_id',
  'lifecycle',
  'late_since',
  'overdue_days',
  'label',
  'score',
  'expected_revenue',
  'revenue_if_ordered',
  'to_win',
  'contact_value',
  'control_group',
  'marketing_consent',
  'currency',
  'last_order_at',
  'last_activity_at',
  'orders_count',
  'monetary_total',
  'calculated_at',
] as const;

/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`;

/** Returns a line of the file (RFC 4180). */
export function csvLine({ churn, ...customer }: CustomerDto): string {
  const values = {
    ...customer,
    label: churn?.label ?? '',
    score: churn?.score ?? '',
    calculated_at: churn?.calculated_at ?? '',
    // Without the day of the last order nothing says whether the next one is missing.
    to_win: customer.last_order_at === null ? '' : customer.revenue_at_risk,
    contact_value: customer.contact_value?.value ?? '',
  };
  return `${COLUMNS.map((column) => csvCell(String(values[column] ?? ''))).join(',')}\r\n`;
}
