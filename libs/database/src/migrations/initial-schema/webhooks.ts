import type { SchemaSubject } from './schema-subject.js';

const ENDPOINTS = `
-- A tenant has at most one secret without an end: the current one.
CREATE TABLE webhook_secrets (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  ciphertext bytea NOT NULL,
  key_id     text NOT NULL,
  hint       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (tenant_id) WHERE expires_at IS NULL;

-- Systems outside that a tenant wants scores in. The row with the tenant's id holds the webhook settings; a missing one means the
-- defaults.
CREATE TABLE destinations (
  tenant_id             uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                    uuid NOT NULL,
  kind                  text NOT NULL DEFAULT 'webhook',
  name                  text NOT NULL DEFAULT 'Webhook',
  -- Where webhooks go, or the place of the files of the kind 'storage'.
  url                   text,
  enabled               boolean NOT NULL DEFAULT true,
  -- Why the service disabled it; NULL when the tenant did. The tenant's settings show it.
  disabled_reason       text,
  -- NULL: all event types.
  event_types           text[],
  score_delta_threshold numeric(5,4),
  -- The credential of the vendor, sealed. Webhooks have none.
  ciphertext            bytea,
  key_id                text,
  hint                  text,
  -- Of the kind 'storage' only: where the files go, without the credential.
  storage               jsonb CHECK ((storage IS NOT NULL) = (kind = 'storage')),
  -- When all profiles of it became due once; NULL while none is.
  resync_wanted_at      timestamptz,
  -- When people get the next message; NULL for kinds that do not send messages.
  next_message_at       timestamptz,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX destinations_by_message ON destinations (next_message_at) WHERE next_message_at IS NOT NULL;
CREATE INDEX destinations_to_resync ON destinations (tenant_id) WHERE resync_wanted_at IS NOT NULL;
CREATE UNIQUE INDEX destinations_by_url ON destinations (tenant_id, url) WHERE url IS NOT NULL;

-- How an endpoint responds, and which worker sends to it. The id of a webhook's endpoint follows from its URL (endpointIdOf); the other
-- kinds of destinations have one endpoint each, with their own id. Campaigns may have endpoints of their own.
CREATE TABLE endpoint_health (
  tenant_id            uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                   uuid NOT NULL,
  url                  text NOT NULL,
  -- When there may be something to send; NULL while there is nothing.
  due_at               timestamptz,
  lease_token          uuid,
  -- No other worker sends to it before then.
  lease_until          timestamptz,
  consecutive_failures int NOT NULL DEFAULT 0,
  failing_since        timestamptz,
  open_until           timestamptz,
  last_success_at      timestamptz,
  last_failure_at      timestamptz,
  -- Why the service sends no campaigns to this URL.
  disabled_reason      text,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX endpoint_health_due ON endpoint_health (due_at) WHERE due_at IS NOT NULL;`;

const OUTBOX_AND_DELIVERIES = `
CREATE TABLE outbox (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  sequence    bigint NOT NULL,
  event       text NOT NULL,
  payload     jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  -- NULL while tracing is off; then it takes no room.
  traceparent text,
  PRIMARY KEY (tenant_id, id)
);
-- An erasure finds by it what is about its customer.
CREATE INDEX outbox_by_customer ON outbox (tenant_id, customer_id);

-- No foreign keys, as in all tables that fill up.
CREATE TABLE deliveries (
  tenant_id          uuid NOT NULL,
  id                 uuid NOT NULL,
  endpoint_id        uuid NOT NULL,
  -- NULL for campaigns, which have URLs of their own.
  destination_id     uuid,
  event              text NOT NULL,
  status             text NOT NULL,
  customer_id        uuid,
  sequence           bigint,
  campaign_id        uuid,
  batch              text,
  -- The JSON text that is signed and sent as UTF-8, the same at every attempt. NULL once its customer was erased.
  body               text,
  -- How far the vendor has come with the present attempt; NULL when it answers at once.
  progress           jsonb,
  attempts           smallint NOT NULL DEFAULT 0,
  -- Attempts that may have been made by a worker that died before it recorded them. They use up none of max_attempts.
  lost_attempts      smallint NOT NULL DEFAULT 0,
  max_attempts       smallint NOT NULL,
  next_attempt_at    timestamptz,
  first_attempt_at   timestamptz,
  last_attempt_at    timestamptz,
  last_status_code   smallint,
  last_error         text,
  duration_ms        int,
  attempts_log       jsonb NOT NULL DEFAULT '[]',
  -- When the score that the delivery reports was stored.
  decided_at         timestamptz NOT NULL,
  created_at         timestamptz NOT NULL,
  completed_at       timestamptz,
  dead_letter_reason text,
  is_test            boolean NOT NULL DEFAULT false,
  -- Its first attempt does not count as the delay of a delivery.
  is_replay          boolean NOT NULL DEFAULT false,
  traceparent        text,
  PRIMARY KEY (tenant_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX deliveries_due ON deliveries (tenant_id, endpoint_id, next_attempt_at, id) WHERE status IN ('pending', 'failed');
CREATE INDEX deliveries_dead ON deliveries (tenant_id, id) WHERE status = 'dead_letter';
CREATE INDEX deliveries_by_customer ON deliveries (tenant_id, customer_id, id) WHERE customer_id IS NOT NULL;
-- Of the tenant's first webhook, which gets most of them, the primary key finds the latest.
CREATE INDEX deliveries_by_destination ON deliveries (tenant_id, destination_id, id) WHERE destination_id <> tenant_id;
CREATE INDEX deliveries_by_campaign ON deliveries (tenant_id, campaign_id, id) WHERE campaign_id IS NOT NULL;`;

/** Outbound webhooks: where they go, what they say, and how each attempt went. */
export const WEBHOOKS_SCHEMA: SchemaSubject = {
  sql: ENDPOINTS + OUTBOX_AND_DELIVERIES,
  access: {
    webhook_secrets: {},
    destinations: { acrossTenants: ['tenant_id', 'id', 'resync_wanted_at', 'next_message_at'] },
    endpoint_health: { acrossTenants: ['tenant_id', 'id', 'due_at', 'lease_until'] },
    outbox: { acrossTenants: ['tenant_id', 'id', 'created_at'] },
    deliveries: {},
  },
};
