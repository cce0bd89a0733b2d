import type { GroupRow } from './campaign-results.sql.js';
import type { Returned } from './return-rates.js';

/** The columns of a group that are compared. */
export type ComparedRow = Omit<GroupRow, 'contaminated'>;

/** @param rows up to four: both groups, each with and without time left. @returns those who may be contacted, and the control group */
export const groupsOf = <Row extends ComparedRow>(rows: readonly Row[]): [Row[], Row[]] => [
  rows.filter(({ holdout }) => !holdout),
  rows.filter(({ holdout }) => holdout),
];

/** Adds up the rows of a group. */
export const returnedOf = (rows: readonly ComparedRow[]): Returned => ({
  n: rows.reduce((sum, { n }) => sum + n, 0),
  returned: rows.reduce((sum, { returned }) => sum + returned, 0),
});

/** Like `returnedOf`, of the customers whose time to return has passed. */
export const maturedOf = (rows: readonly ComparedRow[]): Returned => returnedOf(rows.filter(({ matured }) => matured));
