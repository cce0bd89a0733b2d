import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, showToSystem } from '../row-level-security.js';

// What a tenant has set. One row a tenant; no row says the same as an empty one. event_types NULL: all.
const ENDPOINTS = `
CREATE TABLE webhook_endpoints (
  tenant_id             uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  url                   text,
  enabled               boolean NOT NULL DEFAULT true,
  disabled_reason       text,
  event_types           text[],
  score_delta_threshold numeric(5,4),
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now()
);`;

// How an address behaves that deliveries of a tenant go to, and who is at work on it. Its id follows from its URL (receiverIdOf).
// due_at: when there may be something to do; NULL while there is nothing. lease_until: no other worker sends to it before.
const RECEIVERS = `
CREATE TABLE endpoint_health (
  tenant_id            uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                   uuid NOT NULL,
  url                  text NOT NULL,
  due_at               timestamptz,
  lease_token          uuid,
  lease_until          timestamptz,
  consecutive_failures int NOT NULL DEFAULT 0,
  failing_since        timestamptz,
  open_until           timestamptz,
  last_success_at      timestamptz,
  last_failure_at      timestamptz,
  disabled_reason      text,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX endpoint_health_due ON endpoint_health (due_at) WHERE due_at IS NOT NULL;`;

// body is the JSON text whose UTF-8 bytes are signed and sent, the same at every attempt; NULL once its customer was erased.
// decided_at is when the score was stored that the delivery tells of. No foreign keys, as in all tables that fill up.
const DELIVERIES = `
CREATE TABLE deliveries (
  tenant_id          uuid NOT NULL,
  id                 uuid NOT NULL,
  endpoint_id        uuid NOT NULL,
  event              text NOT NULL,
  status             text NOT NULL,
  customer_id        uuid,
  sequence           bigint,
  campaign_id        uuid,
  batch              text,
  body               text,
  attempts           smallint NOT NULL DEFAULT 0,
  max_attempts       smallint NOT NULL,
  next_attempt_at    timestamptz,
  first_attempt_at   timestamptz,
  last_attempt_at    timestamptz,
  last_status_code   smallint,
  last_error         text,
  duration_ms        int,
  attempts_log       jsonb NOT NULL DEFAULT '[]',
  decided_at         timestamptz NOT NULL,
  created_at         timestamptz NOT NULL,
  completed_at       timestamptz,
  dead_letter_reason text,
  is_test            boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX deliveries_due ON deliveries (tenant_id, endpoint_id, next_attempt_at, id) WHERE status IN ('pending', 'failed');
CREATE INDEX deliveries_dead ON deliveries (tenant_id, id) WHERE status = 'dead_letter';
CREATE INDEX deliveries_by_customer ON deliveries (tenant_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX deliveries_by_campaign ON deliveries (tenant_id, campaign_id, id) WHERE campaign_id IS NOT NULL;`;

const TABLES = ['webhook_endpoints', 'endpoint_health', 'deliveries'];

/** Outbound webhooks: where to, what, and how it went. */
export class WebhookDeliveries1763683440000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINTS + RECEIVERS + DELIVERIES);
    await runner.query(TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(showToSystem(['endpoint_health', 'tenant_id, id, due_at, lease_until']));
    await runner.query(showToSystem(['outbox', 'tenant_id, id, created_at']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP POLICY system_rows ON outbox; REVOKE ALL (tenant_id, id, created_at) ON outbox FROM churn_system');
    await runner.query(`DROP TABLE ${TABLES.join(', ')}`);
  }
}
