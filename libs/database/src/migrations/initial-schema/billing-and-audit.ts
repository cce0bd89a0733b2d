import { APP_ROLE, BACKUP_ROLE } from '../../roles.js';
import type { SchemaSubject } from './schema-subject.js';

const USAGE = `
-- The use of a month is the sum of its rows. Each row belongs to one process, which writes its whole count: processes do not wait for each
-- other, and a repeated write changes nothing. Updates are frequent and happen in place, hence the fillfactor.
CREATE TABLE usage_counts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  month     date NOT NULL,
  writer    uuid NOT NULL,
  requests  bigint NOT NULL,
  events    bigint NOT NULL,
  -- What is stored, of events and of what people write: in the month, and on the last day on which the process stored any.
  bytes     bigint NOT NULL DEFAULT 0,
  day       date,
  day_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, month, writer)
) WITH (fillfactor = 50);`;

const AUDIT_LOG = `
-- No foreign key to tenants or users: entries outlive people, and go after 400 days or when the whole tenant does.
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
CREATE INDEX audit_log_by_action ON audit_log (tenant_id, action, id);
-- Only the owner of the table removes entries, and only old ones; processes never run as the owner. The owner is a member of the role for
-- dumps, under any name where a dump is restored; other members may not delete.
CREATE POLICY owner_prunes ON audit_log FOR DELETE TO ${BACKUP_ROLE} USING (at < now() - interval '90 days');
-- The processes remove only entries that the retention ends (LIMITS.audit), and those of a tenant without a row of its own. A deletion that was asked
-- for, or has begun, is not a reason: a process can write that it has. No process can change the time of an entry.
CREATE POLICY goes_with_tenant ON audit_log AS RESTRICTIVE FOR DELETE TO ${APP_ROLE}
  USING (at < now() - interval '400 days' OR NOT EXISTS (SELECT FROM tenants t WHERE t.id = audit_log.tenant_id));`;

/** The use of each tenant, and the log of the actions of its people and keys. */
export const BILLING_AND_AUDIT_SCHEMA: SchemaSubject = {
  sql: USAGE + AUDIT_LOG,
  access: { usage_counts: {}, audit_log: { rights: ['SELECT', 'INSERT', 'DELETE'] } },
};
