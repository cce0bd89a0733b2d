import type { SchemaSubject } from './schema-subject.js';

const CAMPAIGNS_AND_SENDS = `
CREATE TABLE campaigns (
  tenant_id       uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  name            text NOT NULL,
  channel         text NOT NULL DEFAULT 'webhook' CHECK (channel IN ('webhook', 'download')),
  -- Of the channel 'webhook' only.
  webhook_url     text CHECK ((webhook_url IS NOT NULL) = (channel = 'webhook')),
  status          text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'archived')),
  audience        jsonb NOT NULL,
  -- The percentage of the audience that goes into the control group.
  holdout_percent smallint NOT NULL CHECK (holdout_percent BETWEEN 0 AND 50),
  cooldown_days   smallint NOT NULL,
  -- The days within which an order counts as an answer. NULL: the rhythm of the shop decides at each send.
  window_days     smallint CHECK (window_days BETWEEN 7 AND 90),
  -- Whether it contacts customers while an order may still come from an earlier contact.
  contact_within_window boolean NOT NULL DEFAULT false,
  max_recipients  int,
  -- Whether customers who have unsubscribed from e-mails get it, too.
  include_unsubscribed boolean NOT NULL DEFAULT false,
  schedule        text,
  trigger         text,
  -- The offers that the campaign compares, 2 to 4: [{name, text, contact_cost, redemption_cost}]; empty without a comparison.
  arms            jsonb NOT NULL DEFAULT '[]',
  -- The difference of return rates that the shop hopes for.
  hoped_effect    double precision NOT NULL DEFAULT 0.05,
  -- When the schedule runs next; NULL while the campaign has no schedule or is not active.
  next_run_at     timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  last_sent_at    timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX campaigns_to_run ON campaigns (next_run_at) WHERE next_run_at IS NOT NULL;

-- What one send has decided. It never changes: the name at that time, how long results count (window_days), and the delivery of each
-- part. The address is that of the campaign at each attempt.
CREATE TABLE campaign_sends (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  campaign_id      uuid NOT NULL,
  source           text NOT NULL,
  idempotency_key  text COLLATE "C",
  -- The body that came with the idempotency key.
  request          text,
  name             text NOT NULL,
  window_days      int NOT NULL,
  holdout_percent  smallint NOT NULL DEFAULT 0,
  recipients_count int NOT NULL DEFAULT 0,
  holdout_count    int NOT NULL DEFAULT 0,
  delivery_ids     uuid[] NOT NULL DEFAULT '{}',
  sent_at          timestamptz NOT NULL,
  -- True: the nightly retention has removed the recipients that no result and no cooldown needs any more.
  thinned          boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX campaign_sends_by_key ON campaign_sends (tenant_id, campaign_id, idempotency_key);
CREATE INDEX campaign_sends_to_thin ON campaign_sends (tenant_id, id) WHERE NOT thinned;`;

const AUDIENCES = `
-- The frozen audience: up to a thousand customers to contact per row, with those of control groups between them, so that one short
-- statement can select a million. A worker turns each part into recipients and a delivery and empties its lists. All groups of a part
-- share its state, and count from its delivery on.
CREATE TABLE campaign_parts (
  tenant_id        uuid NOT NULL,
  send_id          uuid NOT NULL,
  part             int NOT NULL,
  customer_ids     uuid[] NOT NULL,
  -- The group of each customer, in the same order: 'contacted', 'holdout', or as in campaign_recipients.spared.
  chosen_as        text[] NOT NULL,
  -- The arm of each customer, in the same order: its place from 0, NULL in control groups. Empty without arms.
  arms             smallint[] NOT NULL DEFAULT '{}',
  recipients_count int NOT NULL,
  holdout_count    int NOT NULL,
  -- open: no worker has processed it. sending: its delivery is under way, or, without a delivery, a user has to say whether the
  -- customers were contacted. undelivered: it was given up, and the customers are free. A part without recipients is delivered once a worker has processed it.
  state            text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'sending', 'delivered', 'undelivered')),
  delivery_id      uuid,
  -- When the first successful attempt began.
  delivered_at     timestamptz,
  PRIMARY KEY (tenant_id, send_id, part),
  FOREIGN KEY (tenant_id, send_id) REFERENCES campaign_sends (tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX campaign_parts_open ON campaign_parts (tenant_id, send_id, part) WHERE state = 'open';
CREATE INDEX campaign_parts_sending ON campaign_parts (tenant_id, send_id, part) WHERE state = 'sending';
CREATE INDEX campaign_parts_delivered ON campaign_parts (tenant_id, delivered_at) WHERE state = 'delivered';
CREATE UNIQUE INDEX campaign_parts_by_delivery ON campaign_parts (tenant_id, delivery_id);

-- Whom a send has chosen. Those in a control group are recorded like the others, so that both are compared from the same moment on.
-- No foreign keys, as in all tables that fill up.
CREATE TABLE campaign_recipients (
  tenant_id   uuid NOT NULL,
  campaign_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  send_id     uuid NOT NULL,
  part        int NOT NULL,
  -- True: not contacted.
  holdout     boolean NOT NULL,
  -- Why a customer who is not contacted is not in the control group of this campaign. 'tenant_control': in the control group of the tenant.
  -- 'other_control': in that of another campaign; this campaign would have contacted the customer. 'other_control_holdout': likewise, and
  -- this campaign would have had the customer in its control group.
  spared      text CHECK (spared IS NULL OR holdout AND spared IN ('tenant_control', 'other_control', 'other_control_holdout')),
  -- The place of the arm, from 0; NULL without arms and in control groups.
  arm         smallint,
  sent_at     timestamptz NOT NULL,
  -- customers.contact_cell and score × (1 - score) at that time.
  cell        smallint,
  slope       real,
  -- When another campaign chose the customer within the window. Set when the row that says so is deleted.
  cut_at      timestamptz,
  PRIMARY KEY (tenant_id, campaign_id, customer_id, send_id)
);
CREATE INDEX campaign_recipients_by_customer ON campaign_recipients (tenant_id, customer_id, sent_at);
CREATE INDEX campaign_recipients_by_part ON campaign_recipients (tenant_id, send_id, part, holdout, customer_id);

-- The effect of a contact in each contact_cell and combination of categories, as libs/campaigns learns it from control groups every night.
CREATE TABLE contact_effects (
  tenant_id  uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  learned_at timestamptz NOT NULL,
  -- Customers that campaigns must still choose until there is evidence.
  needed     int NOT NULL,
  -- [{cell, effect, low, high}]; empty before there is evidence.
  cells      jsonb NOT NULL,
  -- The main categories of the shop, in the order of their bits in "cell".
  categories text[] NOT NULL DEFAULT '{}',
  -- [{group, n, points, low, high}], "group" being the place in "categories"; empty without items, and before there is evidence.
  groups     jsonb NOT NULL DEFAULT '[]'
);

-- Results about many customers, which workers count, and those that stay when the recipients are deleted. They contain no ids of customers.
CREATE TABLE counted_results (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- The campaign, or the tenant for all campaigns together.
  about      uuid NOT NULL,
  -- NULL before the first count.
  numbers    jsonb,
  counted_at timestamptz,
  took_ms    int,
  -- When a worker counts again; NULL: newer numbers have not been requested. A worker moves it ahead while it counts.
  due_at     timestamptz,
  -- True: the recipients are deleted, so nothing can count them again.
  final      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, about)
);
CREATE INDEX counted_results_due ON counted_results (due_at) WHERE due_at IS NOT NULL;

-- Customers who have met the trigger of a campaign and wait for its next send.
CREATE TABLE campaign_entries (
  tenant_id   uuid NOT NULL,
  campaign_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  entered_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, campaign_id, customer_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_entries_by_customer ON campaign_entries (tenant_id, customer_id);`;

/** Retention campaigns: their settings, their audiences, and the customers they have reached. */
export const CAMPAIGNS_SCHEMA: SchemaSubject = {
  sql: CAMPAIGNS_AND_SENDS + AUDIENCES,
  access: {
    campaigns: { acrossTenants: ['tenant_id', 'id', 'next_run_at'] },
    campaign_sends: {},
    campaign_parts: { acrossTenants: ['tenant_id', 'send_id', 'part', 'state'] },
    campaign_recipients: {},
    contact_effects: {},
    counted_results: { acrossTenants: ['tenant_id', 'about', 'due_at'] },
    campaign_entries: { acrossTenants: ['tenant_id', 'campaign_id'] },
  },
};
