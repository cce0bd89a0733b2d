import { csvCell } from '#libs/order-import';
import type { Customer } from './customer-row.js';

/** `money` has two decimals, `share` four. Both stay text on the way, so no digit is lost. */
export type ColumnType = 'text' | 'integer' | 'money' | 'share' | 'instant';

/** One column of a file. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** For people who read the file. */
  readonly about: string;
  /** Null: not known. */
  readonly valueOf: (row: Row) => string | number | null;
}

/** The columns of a file with customers, in their order. */
export const CUSTOMER_FILE_COLUMNS: readonly Column<Customer>[] = [
  { name: 'external_id', type: 'text', about: 'Your own identifier of the customer', valueOf: (row) => row.external_id },
  { name: 'lifecycle', type: 'text', about: 'new, second_order_due, active, slipping or lost', valueOf: (row) => row.lifecycle },
  {
    name: 'late_since',
    type: 'instant',
    about: 'Beginning of the UTC day since which the customer is late',
    valueOf: (row) => row.late_since,
  },
  { name: 'overdue_days', type: 'integer', about: 'Days since the customer became late', valueOf: (row) => row.overdue_days },
  { name: 'label', type: 'text', about: 'low, medium, high or critical', valueOf: ({ churn }) => churn?.label ?? null },
  { name: 'score', type: 'share', about: 'Chance of no order within the horizon', valueOf: ({ churn }) => churn?.score ?? null },
  { name: 'expected_revenue', type: 'money', about: 'Expected revenue within the horizon', valueOf: (row) => row.expected_revenue },
  { name: 'revenue_if_ordered', type: 'money', about: 'Revenue if the customer orders', valueOf: (row) => row.revenue_if_ordered },
  {
    name: 'to_win',
    type: 'money',
    about: 'Revenue at risk: what a contact can win',
    // Without the day of the last order nothing says whether the next one is missing.
    valueOf: (row) => (row.last_order_at === null ? null : row.revenue_at_risk),
  },
  {
    name: 'contact_value',
    type: 'money',
    about: 'Extra revenue of one contact, less its cost',
    valueOf: (row) => row.contact_value?.value ?? null,
  },
  { name: 'control_group', type: 'text', about: 'Control group that the customer is in now, or none', valueOf: (row) => row.control_group },
  { name: 'marketing_consent', type: 'text', about: 'yes, no or unknown', valueOf: (row) => row.marketing_consent },
  { name: 'currency', type: 'text', about: 'Currency of all amounts', valueOf: (row) => row.currency },
  { name: 'last_order_at', type: 'instant', about: 'Last counted order', valueOf: (row) => row.last_order_at },
  { name: 'last_activity_at', type: 'instant', about: 'Last event', valueOf: (row) => row.last_activity_at },
  { name: 'orders_count', type: 'integer', about: 'Counted orders', valueOf: (row) => row.orders_count },
  { name: 'monetary_total', type: 'money', about: 'Revenue of all counted orders', valueOf: (row) => row.monetary_total },
  { name: 'calculated_at', type: 'instant', about: 'When the score was calculated', valueOf: ({ churn }) => churn?.calculated_at ?? null },
];

/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
export const CSV_HEAD = `\uFEFF${CUSTOMER_FILE_COLUMNS.map(({ name }) => name).join(',')}\r\n`;

/** Returns a line of the file (RFC 4180). */
export const csvLine = (customer: Customer): string =>
  `${CUSTOMER_FILE_COLUMNS.map(({ valueOf }) => csvCell(String(valueOf(customer) ?? ''))).join(',')}\r\n`;
