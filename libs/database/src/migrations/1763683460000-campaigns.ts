import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, showToSystem } from '../row-level-security.js';

// next_run_at: when the schedule wants to run next; NULL while there is none, or the campaign is not active.
const CAMPAIGNS = `
CREATE TABLE campaigns (
  tenant_id       uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  name            text NOT NULL,
  webhook_url     text NOT NULL,
  status          text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'archived')),
  audience        jsonb NOT NULL,
  holdout_percent smallint NOT NULL CHECK (holdout_percent BETWEEN 0 AND 50),
  cooldown_days   smallint NOT NULL,
  max_recipients  int,
  schedule        text,
  trigger         text,
  next_run_at     timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  last_sent_at    timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX campaigns_to_run ON campaigns (next_run_at) WHERE next_run_at IS NOT NULL;`;

// What one sending has decided, for ever: name and address as they were, whom its results wait for (window_days), and the id of the
// delivery of each part. request: the body that came with the idempotency key.
const SENDS = `
CREATE TABLE campaign_sends (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  campaign_id      uuid NOT NULL,
  source           text NOT NULL,
  idempotency_key  text COLLATE "C",
  request          text,
  name             text NOT NULL,
  webhook_url      text NOT NULL,
  window_days      int NOT NULL,
  recipients_count int NOT NULL DEFAULT 0,
  holdout_count    int NOT NULL DEFAULT 0,
  delivery_ids     uuid[] NOT NULL DEFAULT '{}',
  sent_at          timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX campaign_sends_by_key ON campaign_sends (tenant_id, campaign_id, idempotency_key);`;

// The audience as it was frozen, a thousand customers a row, so that a million of them are chosen in one short statement. A worker
// makes recipients and a delivery of each part; then the part is done, and names nobody any more.
const PARTS = `
CREATE TABLE campaign_parts (
  tenant_id    uuid NOT NULL,
  send_id      uuid NOT NULL,
  part         int NOT NULL,
  holdout      boolean NOT NULL,
  customer_ids uuid[] NOT NULL,
  done         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, send_id, part, holdout),
  FOREIGN KEY (tenant_id, send_id) REFERENCES campaign_sends (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_parts_open ON campaign_parts (tenant_id, send_id, part) WHERE NOT done;`;

// No foreign keys, as in all tables that fill up.
const RECIPIENTS = `
CREATE TABLE campaign_recipients (
  tenant_id   uuid NOT NULL,
  campaign_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  send_id     uuid NOT NULL,
  holdout     boolean NOT NULL,
  delivery_id uuid,
  sent_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, campaign_id, customer_id, send_id)
);
CREATE INDEX campaign_recipients_by_customer ON campaign_recipients (tenant_id, customer_id, sent_at);`;

// Who has done what a campaign waits for, until it is sent to them.
const ENTRIES = `
CREATE TABLE campaign_entries (
  tenant_id   uuid NOT NULL,
  campaign_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  entered_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, campaign_id, customer_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_entries_by_customer ON campaign_entries (tenant_id, customer_id);`;

const TABLES = ['campaigns', 'campaign_sends', 'campaign_parts', 'campaign_recipients', 'campaign_entries'];

/** Retention campaigns: what they are, whom they chose, and whom they have reached. */
export class Campaigns1763683460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CAMPAIGNS + SENDS + PARTS + RECIPIENTS + ENTRIES);
    await runner.query(TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(showToSystem(['campaigns', 'tenant_id, id, next_run_at']));
    await runner.query(showToSystem(['campaign_parts', 'tenant_id, send_id, part, done']));
    await runner.query(showToSystem(['campaign_entries', 'tenant_id, campaign_id']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${[...TABLES].toReversed().join(', ')}`);
  }
}
