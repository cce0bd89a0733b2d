import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles.js';
import { isolate } from '../row-level-security.js';

// No foreign key to tenants or users: nothing that the processes may delete takes entries of the log with it.
const TABLE = `
CREATE TABLE audit_log (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  at            timestamptz NOT NULL,
  action        text NOT NULL,
  actor_kind    text NOT NULL,
  actor_user_id uuid,
  network       text,
  details       jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_log_by_action ON audit_log (tenant_id, action, id);`;

// The processes may add and read. Whoever owns the table, and that is none of them, may remove what is old enough.
const APPEND_ONLY = `
REVOKE UPDATE, DELETE ON audit_log FROM ${APP_ROLE};
CREATE POLICY owner_reads ON audit_log FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_prunes ON audit_log FOR DELETE TO CURRENT_USER USING (at < now() - interval '90 days');`;

/** Who did what of consequence, for the owners of a tenant to read. */
export class AuditLog1763683430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(isolate('audit_log', 'tenant_id'));
    await runner.query(APPEND_ONLY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
