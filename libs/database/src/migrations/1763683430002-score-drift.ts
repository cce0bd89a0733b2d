import type { MigrationInterface, QueryRunner } from 'typeorm';

// Without a default it costs no rewrite of the table. Null for all but the customers of tenants that want to know of small moves.
export class ScoreDrift1763683430002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN drift_from numeric(5,4)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP COLUMN drift_from');
  }
}
