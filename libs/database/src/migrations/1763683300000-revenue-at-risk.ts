import type { MigrationInterface, QueryRunner } from 'typeorm';

// A constant default costs no rewrite of the table; the next scoring of each customer fills it in.
export class RevenueAtRisk1763683300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN revenue_at_risk numeric(18,2) NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP COLUMN revenue_at_risk');
  }
}
