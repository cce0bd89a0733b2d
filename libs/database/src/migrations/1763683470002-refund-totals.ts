import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security.js';

// What the source says was refunded of an order in all, beside the sum of single refunds: the greater of the two holds, so that neither
// a lost refund nor one that both tell of makes the money wrong.
const REFUNDED_TOTAL = 'ALTER TABLE orders ADD COLUMN refunded_total numeric(22,4) NOT NULL DEFAULT 0';

// What the tenant's pseudonyms of people are made with. Made once and never changed: another key would make other customers of them.
const KEYS = `
CREATE TABLE pseudonym_keys (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  ciphertext bytea NOT NULL,
  key_id     text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id)
);`;

export class RefundTotals1763683470002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REFUNDED_TOTAL);
    await runner.query(KEYS);
    await runner.query(isolate('pseudonym_keys', 'tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pseudonym_keys');
    await runner.query('ALTER TABLE orders DROP COLUMN refunded_total');
  }
}
