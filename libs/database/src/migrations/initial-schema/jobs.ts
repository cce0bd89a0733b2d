import type { SchemaSubject } from './schema-subject.js';

const JOBS = `
CREATE TABLE churn_jobs (
  tenant_id     uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  type          text NOT NULL,
  status        text NOT NULL,
  -- Only nightly passes have one. Two NULLs do not conflict, so the other types are not limited by the day.
  pass_day      date,
  whole_tenant  boolean NOT NULL DEFAULT false,
  force         boolean NOT NULL DEFAULT true,
  -- Only erasures have one.
  customer_id   uuid,
  -- Only resyncs and snapshots have one.
  destination_id uuid,
  -- Only removals of uploads have one.
  upload_id     uuid,
  -- platform:shop of an erasure of what came from one shop; '' for all others.
  shop          text NOT NULL DEFAULT '',
  queued        int NOT NULL DEFAULT 0,
  processed     int NOT NULL DEFAULT 0,
  failed        int NOT NULL DEFAULT 0,
  failed_slices smallint NOT NULL DEFAULT 0,
  -- Of the files of a completed snapshot.
  bytes         bigint,
  error         text,
  created_at    timestamptz NOT NULL,
  -- By the clock of the database, like events.received_at: an erasure leaves what was received later.
  requested_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at    timestamptz,
  finished_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, type, pass_day)
);
CREATE INDEX churn_jobs_open ON churn_jobs (tenant_id) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX churn_jobs_one_whole_tenant ON churn_jobs (tenant_id) WHERE whole_tenant AND status IN ('queued', 'running');
CREATE UNIQUE INDEX churn_jobs_one_erasure ON churn_jobs (tenant_id, customer_id, shop)
  WHERE customer_id IS NOT NULL AND status IN ('queued', 'running');
CREATE UNIQUE INDEX churn_jobs_one_removal ON churn_jobs (tenant_id, upload_id) WHERE upload_id IS NOT NULL AND status IN ('queued', 'running');

-- A range (after_id, until_id] of customers. Progress is counted here, so that workers on different parts do not wait for one row.
CREATE TABLE churn_job_parts (
  tenant_id    uuid NOT NULL,
  job_id       uuid NOT NULL,
  part         smallint NOT NULL,
  after_id     uuid NOT NULL,
  until_id     uuid NOT NULL,
  customer_ids uuid[],
  processed    int NOT NULL DEFAULT 0,
  failed       int NOT NULL DEFAULT 0,
  done         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, job_id, part),
  FOREIGN KEY (tenant_id, job_id) REFERENCES churn_jobs (tenant_id, id) ON DELETE CASCADE
);

-- Work that a worker has begun, or that rests after a failure. A worker that dies leaves the row. What is due stands in other tables.
CREATE TABLE work_leases (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  -- The row that says what is due: a job, a connection, the tenant.
  subject    uuid NOT NULL,
  -- NULL: the work rests.
  token      uuid,
  until      timestamptz NOT NULL,
  -- Tries in a row that did not end well. The one under way counts.
  failures   smallint NOT NULL,
  not_before timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, kind, subject)
);`;

/** Long work with progress: nightly passes, recalculations, erasures, exports, snapshots, removals of uploads. */
export const JOBS_SCHEMA: SchemaSubject = {
  sql: JOBS,
  access: {
    churn_jobs: { acrossTenants: ['tenant_id', 'id', 'status', 'type', 'pass_day', 'created_at'] },
    churn_job_parts: {},
    work_leases: { acrossTenants: ['tenant_id', 'kind', 'subject', 'until', 'not_before'] },
  },
};
