import type { MigrationInterface, QueryRunner } from 'typeorm';

// When the last look back began, if it was cut off: the next one is due a day later, and reaches as far as the last whole one.
const CUT = 'ALTER TABLE storefront_connections ADD COLUMN reconcile_cut_at timestamptz;';
const UNDO = 'ALTER TABLE storefront_connections DROP COLUMN reconcile_cut_at;';

/** What tells a look back that was cut off from one that has seen all. */
export class LookBackCut1763683495000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CUT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
