import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People look for customers by the beginning of the shop's own identifier. By code unit, so that a prefix is one range of the index. */
export class CustomersByExternalId1763683480000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX customers_by_external_id ON customers (tenant_id, external_id COLLATE "C")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX customers_by_external_id');
  }
}
