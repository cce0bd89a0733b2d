import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE, SYSTEM_ROLE } from '../roles.js';
import { isolate, showToSystem } from '../row-level-security.js';

// Tenant tables have tenant_id first in every key, so that they can be distributed by it. The tables that ingest writes have
// no foreign keys: the one transaction that writes them makes every row they refer to, and a check per row would cost as
// much as the row. Customer ids follow from external ids (customerIdOf), so no second unique index is needed.
const TABLES = `
CREATE TABLE tenants (
  id               uuid PRIMARY KEY,
  name             text NOT NULL,
  plan             text NOT NULL,
  currency         text NOT NULL,
  timezone         text NOT NULL DEFAULT 'UTC',
  horizon_days     int,
  label_thresholds jsonb,
  created_at       timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  key_hash   bytea NOT NULL,
  prefix     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);

CREATE TABLE customers (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  external_id      text NOT NULL,
  first_seen_at    timestamptz,
  last_activity_at timestamptz,
  last_order_at    timestamptz,
  orders_count     int NOT NULL DEFAULT 0,
  monetary_total   numeric(22,4) NOT NULL DEFAULT 0,
  score            numeric(5,4),
  label            text,
  calculated_at    timestamptz,
  model_version    text,
  confidence       text,
  report           jsonb,
  history_day      date,
  event_sequence   bigint NOT NULL DEFAULT 0,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX customers_by_score ON customers (tenant_id, score DESC NULLS LAST, id);

CREATE TABLE events (
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
CREATE INDEX events_by_customer ON events (tenant_id, customer_id, occurred_at);

CREATE TABLE orders (
  tenant_id      uuid NOT NULL,
  order_key      text COLLATE "C" NOT NULL,
  customer_id    uuid NOT NULL,
  state_at       timestamptz NOT NULL,
  state          smallint NOT NULL,
  placed_at      timestamptz,
  amount         numeric(18,4),
  amount_at      timestamptz,
  currency       text,
  refunded       numeric(22,4) NOT NULL DEFAULT 0,
  refunded_at    timestamptz,
  fully_refunded boolean NOT NULL DEFAULT false,
  test           boolean NOT NULL DEFAULT false,
  moved_from     uuid,
  PRIMARY KEY (tenant_id, order_key)
);
CREATE INDEX orders_by_customer ON orders (tenant_id, customer_id);

CREATE TABLE score_requests (
  tenant_id   uuid NOT NULL,
  backfill    boolean NOT NULL,
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, backfill, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE score_history (
  tenant_id     uuid NOT NULL,
  customer_id   uuid NOT NULL,
  calculated_at timestamptz NOT NULL,
  score         numeric(5,4) NOT NULL,
  label         text NOT NULL,
  model_version text NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, calculated_at),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE outbox (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  sequence    bigint NOT NULL,
  event       text NOT NULL,
  payload     jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE churn_jobs (
  tenant_id   uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id          uuid NOT NULL,
  type        text NOT NULL,
  status      text NOT NULL,
  pass_day    date,
  queued      int NOT NULL DEFAULT 0,
  processed   int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  started_at  timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, type, pass_day)
);
CREATE INDEX churn_jobs_open ON churn_jobs (tenant_id) WHERE status IN ('queued', 'running');

CREATE TABLE churn_job_parts (
  tenant_id uuid NOT NULL,
  job_id    uuid NOT NULL,
  part      smallint NOT NULL,
  after_id  uuid NOT NULL,
  until_id  uuid NOT NULL,
  done      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, job_id, part),
  FOREIGN KEY (tenant_id, job_id) REFERENCES churn_jobs (tenant_id, id) ON DELETE CASCADE
);`;

/** Every table with a tenant_id; `tenants` itself is scoped by its id. */
const TENANT_TABLES = [
  'api_keys', 'customers', 'events', 'orders', 'score_requests', 'score_history', 'outbox', 'churn_jobs', 'churn_job_parts',
] as const; // prettier-ignore

/** What work across tenants may see: which tenants have something to do, never what their customers did. */
const SYSTEM_SELECT = {
  tenants: 'id, name, plan, currency, created_at',
  api_keys: 'tenant_id, id, key_hash, expires_at',
  score_requests: 'tenant_id, backfill, id, created_at',
  churn_jobs: 'tenant_id, id, status, type, pass_day, created_at',
} as const;

// The one question that is asked before the tenant is known. It runs as the system role, which owns nothing else.
const KEY_LOOKUP = `
CREATE FUNCTION api_key_owner(hash bytea) RETURNS TABLE (tenant_id uuid, plan text, expires_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT k.tenant_id, t.plan, k.expires_at FROM api_keys k JOIN tenants t ON t.id = k.tenant_id WHERE k.key_hash = hash';
GRANT CREATE ON SCHEMA public TO ${SYSTEM_ROLE};
ALTER FUNCTION api_key_owner(bytea) OWNER TO ${SYSTEM_ROLE};
REVOKE CREATE ON SCHEMA public FROM ${SYSTEM_ROLE};
REVOKE ALL ON FUNCTION api_key_owner(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION api_key_owner(bytea) TO ${APP_ROLE};`;

export class InitialSchema1763683200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(isolate('tenants', 'id') + TENANT_TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(Object.entries(SYSTEM_SELECT).map(showToSystem).join(''));
    await runner.query(KEY_LOOKUP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION api_key_owner(bytea)');
    await runner.query(`DROP TABLE ${[...TENANT_TABLES].toReversed().join(', ')}, tenants`);
  }
}
