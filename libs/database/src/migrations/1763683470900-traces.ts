import type { MigrationInterface, QueryRunner } from 'typeorm';

// Null where nothing is traced, and then it takes no room. Without a default it costs no rewrite of the tables.
export class Traces1763683470900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox ADD COLUMN traceparent text; ALTER TABLE deliveries ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN traceparent; ALTER TABLE deliveries DROP COLUMN traceparent');
  }
}
