import type { MigrationInterface, QueryRunner } from 'typeorm';

// Of the look back that is under way: how many pages it has stored, of how many orders (null: nobody has said), and how often it had to begin
// with the first page again.
const ENDS = `
ALTER TABLE storefront_connections
  ADD COLUMN reconcile_pages    int NOT NULL DEFAULT 0,
  ADD COLUMN reconcile_total    int,
  ADD COLUMN reconcile_restarts int NOT NULL DEFAULT 0;`;

const UNDO = `
ALTER TABLE storefront_connections DROP COLUMN reconcile_pages, DROP COLUMN reconcile_total, DROP COLUMN reconcile_restarts;`;

/** What lets a look back end that a shop would keep going for ever. */
export class LookBackEnds1763683494000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
