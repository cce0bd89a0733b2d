import type { CustomerDto } from '../../api/schema';

const COLUMNS = [
  'external_id',
  'label',
  'score',
  'revenue_at_risk',
  'currency',
  'last_order_at',
  'last_activity_at',
  'orders_count',
  'monetary_total',
  'calculated_at',
] as const;

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

/** A line of the file, as RFC 4180 has it. */
export function csvLine({ churn, ...customer }: CustomerDto): string {
  const values = { ...customer, label: churn?.label ?? '', score: churn?.score ?? '', calculated_at: churn?.calculated_at ?? '' };
  return `${COLUMNS.map((column) => cell(String(values[column] ?? ''))).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula; numbers, which may begin with a minus, stay numbers. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Ids are text of strangers: none may become a formula of who opens the file (OWASP, "CSV Injection"). */
function cell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
