import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a part of the score range begins; below the first is one more. */
const PARTS =
  '0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.9965, 0.998, 0.999, 0.9995, 0.9998, 0.9999';

// Lists are read in nine orders with any filter on label and score, so each order has an index that begins with a group: the label
// and the part of the score range. A filter picks groups, and the groups are merged. Score parts are narrow where scores crowd.
//
// Integers throughout: row-level security lets only leakproof comparisons into an index, and those of numeric are not. Each *_order
// is the negated value, so that an index reads the largest first and breaks ties by rising id. Nothing here is written by hand.
const COLUMNS = `
ALTER TABLE customers
  ADD COLUMN list_group smallint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN score IS NULL THEN -1 ELSE
      64 * CASE label WHEN 'low' THEN 0 WHEN 'medium' THEN 1 WHEN 'high' THEN 2 ELSE 3 END +
      width_bucket(score, '{${PARTS}}'::numeric[])
    END) STORED,
  ADD COLUMN score_order int NOT NULL GENERATED ALWAYS AS (coalesce(-(score * 10000)::int, 1)) STORED,
  ADD COLUMN activity_order bigint NOT NULL GENERATED ALWAYS AS
    (coalesce(-(extract(epoch FROM last_activity_at AT TIME ZONE 'UTC') * 1000000)::bigint, 9000000000000000000)) STORED,
  ADD COLUMN monetary_order bigint NOT NULL GENERATED ALWAYS AS
    (-greatest(-9000000000000000000, least(9000000000000000000, round(monetary_total * 100)))::bigint) STORED,
  ADD COLUMN created_order bigint NOT NULL GENERATED ALWAYS AS
    (-(extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint) STORED,
  ADD COLUMN revenue_order bigint NOT NULL GENERATED ALWAYS AS (-(revenue_at_risk * 100)::bigint) STORED;
DROP INDEX customers_by_score;
CREATE INDEX customers_by_score ON customers (tenant_id, list_group, score_order, id);`;

// score_order stands at the end so that the parts of the score range which a filter cuts through are sifted within the index.
const INDEXES = ['activity', 'monetary', 'created', 'revenue'].map(
  (order) => `CREATE INDEX customers_by_${order} ON customers (tenant_id, list_group, ${order}_order, id, score_order);`,
);

export class CustomerOrders1763683301000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS + INDEXES.join(''));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
ALTER TABLE customers DROP COLUMN list_group, DROP COLUMN score_order, DROP COLUMN activity_order, DROP COLUMN monetary_order,
  DROP COLUMN created_order, DROP COLUMN revenue_order;
CREATE INDEX customers_by_score ON customers (tenant_id, score DESC NULLS LAST, id);`);
  }
}
