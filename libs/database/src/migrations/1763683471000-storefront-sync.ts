import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SYSTEM_ROLE } from '../roles.js';

// sync_due_at: when a worker has to look at the connection, by the clock of the processes; NULL: there is nothing to do for it.
// sync_lease, sync_leased_until: who works on it and until when, by the clock of the database. Whoever finds another lease writes nothing.
// sync_failures: how often in a row the platform did not do what it was asked.
// reconcile_*: the look back that is under way; its cursor is the platform's own.
const SYNC = `
ALTER TABLE storefront_connections
  ADD COLUMN sync_due_at          timestamptz,
  ADD COLUMN sync_lease           uuid,
  ADD COLUMN sync_leased_until    timestamptz,
  ADD COLUMN sync_failures        int NOT NULL DEFAULT 0,
  ADD COLUMN reconcile_started_at timestamptz,
  ADD COLUMN reconcile_cursor     text;
CREATE INDEX storefront_connections_to_sync ON storefront_connections (sync_due_at) WHERE sync_due_at IS NOT NULL;
GRANT SELECT (sync_due_at, sync_leased_until) ON storefront_connections TO ${SYSTEM_ROLE};`;

const UNDO = `
ALTER TABLE storefront_connections
  DROP COLUMN sync_due_at, DROP COLUMN sync_lease, DROP COLUMN sync_leased_until, DROP COLUMN sync_failures,
  DROP COLUMN reconcile_started_at, DROP COLUMN reconcile_cursor;`;

/** What workers need to keep connections with storefronts in step. */
export class StorefrontSync1763683471000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SYNC);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
