import type { MigrationInterface, QueryRunner } from 'typeorm';

// import_pages: how many pages the import has stored. import_refusals: how often in a row its next page was refused.
// import_restarts: how often it had to begin with the first page again.
const ENDS = `
ALTER TABLE storefront_connections
  ADD COLUMN import_pages    int NOT NULL DEFAULT 0,
  ADD COLUMN import_refusals int NOT NULL DEFAULT 0,
  ADD COLUMN import_restarts int NOT NULL DEFAULT 0;`;

const UNDO = `
ALTER TABLE storefront_connections DROP COLUMN import_pages, DROP COLUMN import_refusals, DROP COLUMN import_restarts;`;

/** What lets an import end that a shop would keep going for ever. */
export class ImportEnds1763683493000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
