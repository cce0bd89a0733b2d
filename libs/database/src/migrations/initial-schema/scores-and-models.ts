import type { SchemaSubject } from './schema-subject.js';

const SCORES = `
-- The work that batches leave to the worker: a row for each batch and partition of customers. The table is written and emptied all the time,
-- so autovacuum runs after a fixed number of rows.
CREATE TABLE score_requests (
  tenant_id    uuid NOT NULL,
  backfill     boolean NOT NULL,
  -- By the hash of the customers: see partitionOf.
  partition    smallint NOT NULL,
  id           uuid NOT NULL,
  -- All customers that the request concerns, including former owners of its orders.
  customer_ids uuid[] NOT NULL,
  -- What the worker needs to fold and score, as text that only ScoreRequest reads. Compressing it would cost more than writing it.
  content      text NOT NULL,
  -- The first chunk of a process, until it ends: a worker that dies with it leaves its requests alone. Workers try each of them alone.
  alone        boolean NOT NULL DEFAULT false,
  -- Also alone, and workers could not process it. It waits for a person, and does not delay others.
  set_aside    boolean NOT NULL DEFAULT false,
  -- A worker takes the request from then on: at once, except for a customer with very many orders who has just been scored, and where alone.
  due_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, backfill, partition, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE score_requests ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX score_requests_alone ON score_requests (tenant_id) WHERE alone;

-- Scores that a customer had before: the last one of each day, of each label and of each lifecycle. The current one is in customers.
-- Without a foreign key, because its check would cost twice as much as the row. The transaction that writes a row has locked its customer.
CREATE TABLE score_history (
  tenant_id     uuid NOT NULL,
  customer_id   uuid NOT NULL,
  calculated_at timestamptz NOT NULL,
  score         numeric(5,4) NOT NULL,
  label         text NOT NULL,
  model_version text NOT NULL,
  lifecycle     text,
  cause         text NOT NULL DEFAULT 'events',
  PRIMARY KEY (tenant_id, customer_id, calculated_at)
);

-- The sum of all rows up to a day gives the tenant's totals at the end of that day; the sum of all rows gives today's totals.
-- A day has several rows (shards), so that parallel chunks of scores do not wait for one row. Updates are frequent and happen in
-- place, hence the fillfactor.
CREATE TABLE daily_score_changes (
  tenant_id     uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day           date NOT NULL,
  shard         smallint NOT NULL,
  low           int NOT NULL,
  medium        int NOT NULL,
  high          int NOT NULL,
  critical      int NOT NULL,
  new           int NOT NULL DEFAULT 0,
  second_order_due int NOT NULL DEFAULT 0,
  active        int NOT NULL DEFAULT 0,
  slipping      int NOT NULL DEFAULT 0,
  lost          int NOT NULL DEFAULT 0,
  score_sum     numeric(20,4) NOT NULL,
  revenue_sum   numeric(24,2) NOT NULL,
  expected_sum  numeric(24,2) NOT NULL DEFAULT 0,
  -- Customers with a second order due, and those who slip away: their revenue at risk, what is expected of them, and what they bring if all of
  -- them order.
  second_due_sum             numeric(24,2) NOT NULL DEFAULT 0,
  second_due_expected_sum    numeric(24,2) NOT NULL DEFAULT 0,
  second_due_if_ordered_sum  numeric(24,2) NOT NULL DEFAULT 0,
  slipping_sum    numeric(24,2) NOT NULL DEFAULT 0,
  slipping_expected_sum   numeric(24,2) NOT NULL DEFAULT 0,
  slipping_if_ordered_sum numeric(24,2) NOT NULL DEFAULT 0,
  -- Those who are late and still likely to order, and their revenue at risk.
  late_active     int NOT NULL DEFAULT 0,
  late_active_sum numeric(24,2) NOT NULL DEFAULT 0,
  -- Moves of the day by orders and by waiting. Unlike the totals above, they are read for some days, not summed up from the beginning.
  joined        int NOT NULL DEFAULT 0,
  came_back     int NOT NULL DEFAULT 0,
  came_back_sum numeric(24,2) NOT NULL DEFAULT 0,
  became_lost   int NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, day, shard)
) WITH (fillfactor = 50);

-- A sample of predictions. When the horizon has passed, they are compared with what the customers did.
CREATE TABLE predictions (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day          date NOT NULL,
  customer_id  uuid NOT NULL,
  score        numeric(5,4) NOT NULL,
  horizon_days smallint NOT NULL,
  PRIMARY KEY (tenant_id, day, customer_id)
);
CREATE INDEX predictions_by_customer ON predictions (tenant_id, customer_id);`;

const MODELS = `
-- A stored model never changes, so a process may cache it.
CREATE TABLE models (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  version      text COLLATE "C" NOT NULL,
  status       text NOT NULL CHECK (status IN ('active', 'retired', 'rejected')),
  reason       text NOT NULL,
  -- The version of the fitting procedure.
  procedure    text NOT NULL,
  horizon_days int NOT NULL,
  parameters   jsonb NOT NULL,
  comparison   jsonb,
  -- The answer of GET /churn/model, ready to send.
  quality      jsonb,
  -- The groups of behaviour that the model uses, with their event types and what each brought in the replay.
  behaviour    jsonb NOT NULL DEFAULT '[]',
  -- The traits that the model uses, and what each brought in the replay.
  traits       jsonb NOT NULL DEFAULT '[]',
  customers    int NOT NULL,
  -- True: all customers have a score under this model, or a job that gives them one.
  rescored     boolean NOT NULL DEFAULT false,
  fitted_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, version)
);
CREATE UNIQUE INDEX models_one_active ON models (tenant_id) WHERE status = 'active';
CREATE INDEX models_to_rescore ON models (tenant_id) WHERE status = 'active' AND NOT rescored;

-- One row per tenant: when to check next whether a fit is due, and what the last fit saw.
CREATE TABLE model_fits (
  tenant_id         uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  look_at           timestamptz NOT NULL,
  not_before        timestamptz,
  unsettled_since   timestamptz,
  fitted_at         timestamptz,
  -- counted_*: customers and orders of the customers with ids up to counted_until. They show growth without reading all customers.
  counted_until     uuid,
  counted_customers int,
  counted_orders    bigint,
  horizon_setting   int,
  -- The next step of the automatic horizon, which the owner is told about before it happens, and the UTC day from which on it may happen.
  planned_horizon   int,
  planned_from      date,
  procedure         text,
  is_off            boolean NOT NULL DEFAULT false,
  first_fitted_at   timestamptz,
  -- The last fit that followed a backfill.
  backfilled_at     timestamptz,
  job_id            uuid,
  -- Since when an operator keeps the active model; no fit begins.
  pinned_at         timestamptz
) WITH (fillfactor = 70);`;

const BACKFILLS = `
-- One row per tenant that has ever sent imported history. Each API process writes it at most every few seconds, so that batches do not
-- wait for one row.
CREATE TABLE backfills (
  tenant_id     uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  began_at      timestamptz NOT NULL,
  last_event_at timestamptz NOT NULL,
  -- The sender said that the backfill is done. Without it, a quiet period ends the backfill.
  ended_at      timestamptz,
  -- The first and the last of the new events about orders since the last fit that saw a whole backfill.
  oldest        timestamptz,
  newest        timestamptz
) WITH (fillfactor = 70);`;

const PAST = `
-- The totals of a tenant at the end of a past week, calculated afterwards from today's orders with a model that was fitted to what was
-- known then, and what happened next.
CREATE TABLE past_weeks (
  tenant_id     uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- A Sunday, UTC.
  day           date NOT NULL,
  -- Settings and procedure that the row follows from. A row with another basis is calculated again.
  basis         text NOT NULL,
  -- Order days up to the day, and in the days after it with a known outcome, of all customers or of the sample that fits read. They show
  -- that an import changed the past.
  order_days    bigint NOT NULL,
  outcome_days  bigint NOT NULL,
  model_version text NOT NULL,
  horizon_days  smallint NOT NULL,
  low           int NOT NULL,
  medium        int NOT NULL,
  high          int NOT NULL,
  critical      int NOT NULL,
  new           int NOT NULL,
  second_order_due int NOT NULL,
  active        int NOT NULL,
  slipping      int NOT NULL,
  lost          int NOT NULL,
  score_sum     numeric(20,4) NOT NULL,
  revenue_sum   numeric(24,2) NOT NULL,
  expected_sum  numeric(24,2) NOT NULL,
  -- The revenue of these customers in the horizon; NULL until it has passed.
  actual_sum    numeric(24,2),
  -- The same for 90 days.
  expected_90   numeric(24,2),
  actual_90     numeric(24,2),
  -- PastOutcome of libs/core; NULL until the horizon has passed.
  outcome       jsonb,
  PRIMARY KEY (tenant_id, day)
);

-- The first customers on the list of past_replays.named_day, and what they did in the horizon after it.
CREATE TABLE past_named (
  tenant_id        uuid NOT NULL,
  customer_id      uuid NOT NULL,
  -- From 1, by revenue at risk.
  place            smallint NOT NULL,
  score            numeric(5,4) NOT NULL,
  expected_revenue numeric(18,2) NOT NULL,
  revenue_at_risk  numeric(18,2) NOT NULL,
  -- The UTC day of the first order in the horizon; NULL without one.
  returned_on      date,
  spent            numeric(24,2) NOT NULL,
  PRIMARY KEY (tenant_id, customer_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);

-- One row per tenant with a model: whether past weeks have to be calculated, and how far a worker has come.
CREATE TABLE past_replays (
  tenant_id   uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  -- When a worker has to look; NULL while nothing is to do.
  due_at      timestamptz,
  weeks       int NOT NULL DEFAULT 0,
  weeks_done  int NOT NULL DEFAULT 0,
  -- NULL while no past week has enough history before it.
  named_day   date,
  -- Factors for p10 and p90 of the expected revenue, by days.
  intervals   jsonb,
  finished_at timestamptz
) WITH (fillfactor = 70);`;

const WATCHES = `
-- Whether known customers come back as expected, as a worker saw it in the last night. One row per tenant.
CREATE TABLE return_watches (
  tenant_id  uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  -- UTC.
  checked_on date NOT NULL,
  -- ReturnWatchState of libs/core.
  state      jsonb NOT NULL,
  -- ReturnAlarm[] of libs/core, by the day on which they were found, the last twenty.
  alarms     jsonb NOT NULL DEFAULT '[]',
  -- By how many days orders were late in the last nights: [day, days late][].
  lags       jsonb NOT NULL DEFAULT '[]'
) WITH (fillfactor = 70);`;

/** Score requests, scores, and the models behind them. */
export const SCORES_AND_MODELS_SCHEMA: SchemaSubject = {
  sql: SCORES + MODELS + BACKFILLS + PAST + WATCHES,
  access: {
    score_requests: { acrossTenants: ['tenant_id', 'backfill', 'partition', 'id', 'alone', 'set_aside', 'due_at'] },
    score_history: {},
    daily_score_changes: {},
    predictions: {},
    models: { acrossTenants: ['tenant_id', 'version', 'status', 'rescored'] },
    model_fits: { acrossTenants: ['tenant_id', 'look_at'] },
    backfills: {},
    past_weeks: {},
    past_named: {},
    return_watches: {},
    past_replays: { acrossTenants: ['tenant_id', 'due_at'] },
  },
};
