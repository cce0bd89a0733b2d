import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security.js';

// A tenant's use of a month is the sum of its rows. Each is written by one process alone, with all that it has counted: nobody waits
// for a row, and writing it twice changes nothing. Rows change often and in place.
const TABLE = `
CREATE TABLE usage_counts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  month     date NOT NULL,
  writer    uuid NOT NULL,
  requests  bigint NOT NULL,
  events    bigint NOT NULL,
  PRIMARY KEY (tenant_id, month, writer)
) WITH (fillfactor = 50);`;

export class UsageCounts1763683430001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(isolate('usage_counts', 'tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_counts');
  }
}
