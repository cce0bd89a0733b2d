// The same columns, types, collation and indexes as the service's table of events.
export const CREATE_EVENTS = `
CREATE SCHEMA yardstick;
CREATE TABLE yardstick.events (
  tenant_id   uuid NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  event_type  text NOT NULL,
  occurred_at timestamptz NOT NULL,
  value       numeric(18,4),
  data        jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX events_by_customer ON yardstick.events (tenant_id, customer_id, occurred_at);`;

export const INSERT_EVENTS = `
INSERT INTO yardstick.events (tenant_id, event_id, customer_id, event_type, occurred_at, value, data)
SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::numeric[], $7::jsonb[])
ON CONFLICT DO NOTHING`;
