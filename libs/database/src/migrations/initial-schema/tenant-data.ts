import { APP_ROLE } from '../../roles.js';
import type { SchemaSubject } from './schema-subject.js';

const DELETIONS = `
-- Tenants that will be deleted. Who cancels a deletion removes its row.
CREATE TABLE tenant_deletions (
  tenant_id    uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  requested_at timestamptz NOT NULL,
  -- NULL: an operator.
  requested_by uuid,
  due_at       timestamptz NOT NULL,
  -- When a worker ended all access, by the clock of the database.
  started_at   timestamptz,
  -- When a worker last looked at it. The deletion that has waited longest comes first.
  tried_at     timestamptz,
  rows_deleted bigint NOT NULL DEFAULT 0
);
-- A deletion that has begun cannot be taken back: half of the tenant may be gone.
CREATE POLICY only_forward ON tenant_deletions AS RESTRICTIVE FOR UPDATE TO ${APP_ROLE} USING (true) WITH CHECK (started_at IS NOT NULL);
CREATE POLICY only_before_start ON tenant_deletions AS RESTRICTIVE FOR DELETE TO ${APP_ROLE} USING (started_at IS NULL);`;

const EXPORTS = `
-- The last export of a tenant: how far it has come, and how long its file is kept. Its job is in churn_jobs.
CREATE TABLE tenant_exports (
  tenant_id    uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  job_id       uuid NOT NULL,
  -- The table that is under way, '' before the first, and the primary key of its last row that the file has.
  table_name   text NOT NULL DEFAULT '',
  after        text[],
  -- Rows in the file, by table.
  row_counts   jsonb NOT NULL DEFAULT '{}',
  parts        int NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  finished_at  timestamptz,
  expires_at   timestamptz
);

-- The file of an export. Each part is gzip by itself; all of them, one after the other, are gzip too.
-- Parts of an earlier export stay until a worker deletes them.
CREATE TABLE tenant_export_parts (
  tenant_id uuid NOT NULL,
  job_id    uuid NOT NULL,
  part      int NOT NULL,
  content   bytea NOT NULL,
  PRIMARY KEY (tenant_id, job_id, part)
);
ALTER TABLE tenant_export_parts ALTER COLUMN content SET STORAGE EXTERNAL;`;

/** Deleting and exporting a tenant with all its data. */
export const TENANT_DATA_SCHEMA: SchemaSubject = {
  sql: DELETIONS + EXPORTS,
  access: {
    tenant_deletions: { acrossTenants: ['tenant_id', 'due_at', 'started_at', 'tried_at', 'rows_deleted'] },
    tenant_exports: {},
    tenant_export_parts: {},
  },
};
