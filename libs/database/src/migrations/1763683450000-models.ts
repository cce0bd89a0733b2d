import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, showToSystem } from '../row-level-security.js';

// A model never changes once it is stored, so whoever has read one may keep it. `rescored`: everybody is scored, or going to be, under it.
// procedure: of how models are fitted, as in the version. quality: what GET /churn/model tells, ready to be told.
const MODELS = `
CREATE TABLE models (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  version      text COLLATE "C" NOT NULL,
  status       text NOT NULL CHECK (status IN ('active', 'retired', 'rejected')),
  reason       text NOT NULL,
  procedure    text NOT NULL,
  horizon_days int NOT NULL,
  parameters   jsonb NOT NULL,
  comparison   jsonb,
  quality      jsonb,
  customers    int NOT NULL,
  rescored     boolean NOT NULL DEFAULT false,
  fitted_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, version)
);
CREATE UNIQUE INDEX models_one_active ON models (tenant_id) WHERE status = 'active';
CREATE INDEX models_to_rescore ON models (tenant_id) WHERE status = 'active' AND NOT rescored;`;

// One row a tenant: when to look next whether a fit is due, what the last fit has seen, and who is fitting. counted_*: customers and
// orders of the part of the customers with ids up to counted_until, so that growth can be seen without reading all of them.
const FITS = `
CREATE TABLE model_fits (
  tenant_id         uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  look_at           timestamptz NOT NULL,
  not_before        timestamptz,
  unsettled_since   timestamptz,
  fitted_at         timestamptz,
  counted_until     uuid,
  counted_customers int,
  counted_orders    bigint,
  horizon_setting   int,
  procedure         text,
  is_off            boolean NOT NULL DEFAULT false,
  failures          smallint NOT NULL DEFAULT 0,
  job_id            uuid,
  lease_token       uuid,
  lease_until       timestamptz
) WITH (fillfactor = 70);`;

export class Models1763683450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MODELS + FITS + isolate('models', 'tenant_id') + isolate('model_fits', 'tenant_id'));
    await runner.query(showToSystem(['models', 'tenant_id, version, status, rescored']));
    await runner.query(showToSystem(['model_fits', 'tenant_id, look_at']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_fits, models');
  }
}
