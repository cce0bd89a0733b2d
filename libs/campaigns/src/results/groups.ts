import type { Returned } from './return-rates.js';

/** Customers of one group, and how many of them returned. */
export interface ComparedRow {
  readonly holdout: boolean;
  /** True when their time to return has passed. */
  readonly matured: boolean;
  readonly n: number;
  readonly returned: number;
  /** Two decimals. */
  readonly revenue: string;
  readonly revenue_squares: number;
  readonly window_days: number;
}

/** A group of one campaign. */
export interface GroupRow extends ComparedRow {
  /** The place of the arm; null without arms and in the control group. */
  readonly arm: number | null;
  /** Customers that another campaign chose within the window. What they did from then on does not count. */
  readonly contaminated: number;
}

/** A group of all campaigns together. */
export interface OverallRow extends ComparedRow {
  /** The first delivery for which one of them was chosen. ISO 8601. */
  readonly since: string;
}

/** @param rows of both groups, with and without time left. @returns those who may be contacted, and the control group */
export const groupsOf = <Row extends ComparedRow>(rows: readonly Row[]): [Row[], Row[]] => [
  rows.filter(({ holdout }) => !holdout),
  rows.filter(({ holdout }) => holdout),
];

/** Adds up the rows of a group. */
export const returnedOf = (rows: readonly ComparedRow[]): Returned => ({
  n: rows.reduce((sum, { n }) => sum + n, 0),
  returned: rows.reduce((sum, { returned }) => sum + returned, 0),
});

/** Like `returnedOf`, for customers with a window that has passed. */
export const maturedOf = (rows: readonly ComparedRow[]): Returned => returnedOf(rows.filter(({ matured }) => matured));

/** Adds decimals with two places without going through doubles. @returns two decimals */
export function addMoney(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  const digits = String(total).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Adds up rows of different customers by group, with and without time left.
 * @param addOwn adds up the fields that `ComparedRow` lacks
 * @param groupOf what tells apart the groups of one side
 */
export function addUp<Row extends ComparedRow>(
  rows: readonly Row[],
  addOwn: (a: Row, b: Row) => Omit<Row, keyof ComparedRow>,
  groupOf: (row: Row) => unknown = () => null,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.holdout, row.matured, groupOf(row)]);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : ({ ...addOwn(sum, row), ...addCompared(sum, row) } as Row));
  }
  return [...sums.values()];
}

const addCompared = (a: ComparedRow, b: ComparedRow): ComparedRow => ({
  holdout: a.holdout,
  matured: a.matured,
  n: a.n + b.n,
  returned: a.returned + b.returned,
  revenue: addMoney([a.revenue, b.revenue]),
  revenue_squares: a.revenue_squares + b.revenue_squares,
  window_days: Math.max(a.window_days, b.window_days),
});
