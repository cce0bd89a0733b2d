import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security.js';

// The totals of a tenant's scores at the end of a day are the sum of all rows up to that day; the sum of all is what holds now.
// A day is kept in several rows, so that parallel chunks of scores do not wait for one. Rows change often and in place.
const TABLE = `
CREATE TABLE daily_score_changes (
  tenant_id   uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day         date NOT NULL,
  shard       smallint NOT NULL,
  low         int NOT NULL,
  medium      int NOT NULL,
  high        int NOT NULL,
  critical    int NOT NULL,
  score_sum   numeric(20,4) NOT NULL,
  revenue_sum numeric(24,2) NOT NULL,
  PRIMARY KEY (tenant_id, day, shard)
) WITH (fillfactor = 50);`;

// Customers who have scores already count from today on: nothing is known of the days before. Time zones come from Node.js, which
// may know one that Postgres does not.
const COUNT_EXISTING = `
INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
SELECT t.id, (now() AT TIME ZONE coalesce((SELECT name FROM pg_timezone_names WHERE name = t.timezone), 'UTC'))::date, 0,
       c.low, c.medium, c.high, c.critical, c.score_sum, c.revenue_sum
FROM tenants t JOIN (
  SELECT tenant_id, count(*) FILTER (WHERE label = 'low') AS low, count(*) FILTER (WHERE label = 'medium') AS medium,
         count(*) FILTER (WHERE label = 'high') AS high, count(*) FILTER (WHERE label = 'critical') AS critical,
         sum(score) AS score_sum, sum(revenue_at_risk) AS revenue_sum
  FROM customers WHERE score IS NOT NULL GROUP BY tenant_id) c ON c.tenant_id = t.id;`;

export class DailyScoreChanges1763683410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(COUNT_EXISTING);
    await runner.query(isolate('daily_score_changes', 'tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE daily_score_changes');
  }
}
