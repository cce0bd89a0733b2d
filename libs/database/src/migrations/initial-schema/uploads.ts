export const UPLOADS = `
-- Files of orders that people or programs sent. Their events name them in "uploads".
CREATE TABLE uploads (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  file_name  text NOT NULL,
  -- What the sender has read in the file: {"rows", "orders", "customers", "first_at", "last_at", "amounts", "statuses"}.
  summary    jsonb NOT NULL,
  -- A person, or the prefix of an API key.
  created_by uuid,
  key_prefix text,
  created_at timestamptz NOT NULL,
  -- Events that it brought first, or corrected.
  events     int NOT NULL DEFAULT 0,
  -- When its sender said that it is complete; NULL: it was interrupted, or is under way.
  finished_at timestamptz,
  -- From here on no batch of it is stored. The job is in churn_jobs for as long as finished jobs are kept.
  removal_job_id uuid,
  -- The last event that the removal has looked at, by event_id.
  removed_to text COLLATE "C" NOT NULL DEFAULT '',
  removed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);

-- What imports said of events before a later import corrected them, oldest first. When the upload that corrected an event is removed, the
-- last of these takes its place.
CREATE TABLE replaced_events (
  tenant_id   uuid NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  number      int NOT NULL,
  customer_id uuid NOT NULL,
  event_type  text NOT NULL,
  occurred_at timestamptz NOT NULL,
  value       numeric(18,4),
  data        jsonb,
  received_at timestamptz NOT NULL,
  received_by int NOT NULL,
  uploads     uuid[],
  PRIMARY KEY (tenant_id, event_id, number),
  FOREIGN KEY (tenant_id, event_id) REFERENCES events (tenant_id, event_id) ON DELETE CASCADE
);
CREATE INDEX replaced_events_by_customer ON replaced_events (tenant_id, customer_id);`;
