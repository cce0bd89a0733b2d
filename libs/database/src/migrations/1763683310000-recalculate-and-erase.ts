import type { MigrationInterface, QueryRunner } from 'typeorm';

// Existing rows are nightly passes, which score whatever the age of a score. They do not count as whole-tenant jobs here: two
// of them may be open at once, and the unique index must not fail on them.
const JOBS = `
ALTER TABLE churn_jobs
  ADD COLUMN whole_tenant boolean NOT NULL DEFAULT false,
  ADD COLUMN force        boolean NOT NULL DEFAULT true,
  ADD COLUMN customer_id  uuid,
  ADD COLUMN failed       int NOT NULL DEFAULT 0,
  ADD COLUMN setbacks     smallint NOT NULL DEFAULT 0,
  ADD COLUMN error        text;
CREATE UNIQUE INDEX churn_jobs_one_whole_tenant ON churn_jobs (tenant_id) WHERE whole_tenant AND status IN ('queued', 'running');
CREATE UNIQUE INDEX churn_jobs_one_erasure ON churn_jobs (tenant_id, customer_id)
  WHERE customer_id IS NOT NULL AND status IN ('queued', 'running');`;

// Progress is counted beside the cursor it belongs to, so that workers on different parts do not wait for one row.
const PARTS = `
ALTER TABLE churn_job_parts
  ADD COLUMN customer_ids uuid[],
  ADD COLUMN processed    int NOT NULL DEFAULT 0,
  ADD COLUMN failed       int NOT NULL DEFAULT 0;`;

// An erasure finds by them what is about its customer.
const BY_CUSTOMER = `
CREATE INDEX outbox_by_customer ON outbox (tenant_id, customer_id);
CREATE INDEX orders_by_previous_owner ON orders (tenant_id, moved_from) WHERE moved_from IS NOT NULL;`;

export class RecalculateAndErase1763683310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(JOBS + PARTS + BY_CUSTOMER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_by_customer;
      DROP INDEX orders_by_previous_owner;
      ALTER TABLE churn_job_parts DROP COLUMN customer_ids, DROP COLUMN processed, DROP COLUMN failed;
      ALTER TABLE churn_jobs DROP COLUMN whole_tenant, DROP COLUMN force, DROP COLUMN customer_id, DROP COLUMN failed,
        DROP COLUMN setbacks, DROP COLUMN error;`);
  }
}
