/**
 * SQL: what a customer brings within the horizon if they order at all, as `revenueIfOrdered` in `libs/scoring` computes it. With ten
 * decimals the quotient is rounded once, also of large amounts. Null without a score, and where the expected revenue is too small to tell.
 *
 * @param customers name of the table in the statement
 */
export const revenueIfOrdered = (customers: string): string =>
  `CASE WHEN ${customers}.expected_revenue >= 0.10 THEN round(${customers}.expected_revenue::numeric(30,10) / (1 - ${customers}.score), 2) END`;
