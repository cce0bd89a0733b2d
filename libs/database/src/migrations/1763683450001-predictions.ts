import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security.js';

// What some customers were promised on some days, to be held against what they did when the horizon has passed.
const TABLE = `
CREATE TABLE predictions (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day          date NOT NULL,
  customer_id  uuid NOT NULL,
  score        numeric(5,4) NOT NULL,
  horizon_days smallint NOT NULL,
  PRIMARY KEY (tenant_id, day, customer_id)
);
CREATE INDEX predictions_by_customer ON predictions (tenant_id, customer_id);`;

export class Predictions1763683450001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE + isolate('predictions', 'tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE predictions');
  }
}
