import type { CustomerDto } from '../api/schema';

const COLUMNS = [
  'external_id',
  'lifecycle',
  'late_since',
  'overdue_days',
  'label',
  'score',
  'expected_revenue',
  'revenue_if_ordered',
  'revenue_at_risk',
  'contact_value',
  'currency',
  'last_order_at',
  'last_activity_at',
  'orders_count',
  'monetary_total',
  'calculated_at',
] as const;

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

/** Returns a line of the file (RFC 4180). */
export function csvLine({ churn, ...customer }: CustomerDto): string {
  const values = {
    ...customer,
    label: churn?.label ?? '',
    score: churn?.score ?? '',
    calculated_at: churn?.calculated_at ?? '',
    contact_value: customer.contact_value?.value ?? '',
  };
  return `${COLUMNS.map((column) => cell(String(values[column] ?? ''))).join(',')}\r\n`;
}

/** Spreadsheets treat cells that begin like this as formulas. Numbers may begin with a minus and stay as they are. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Quotes a cell and makes formulas harmless: anyone can choose a customer ID (OWASP, "CSV Injection"). */
function cell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
