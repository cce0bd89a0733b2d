import { DELETED_GROUP, SCORED_GROUP, UNSCORED_GROUP } from '#libs/core';
import { CATEGORIES } from './categories.js';
import type { SchemaSubject } from './schema-subject.js';
import { SEGMENTS_AND_NOTES } from './segments-and-notes.js';
import { UPLOADS } from './uploads.js';
import { TRAITS } from './traits.js';

// Nearly every event writes customers, events and orders. They have no foreign keys: checking a row would cost as much as writing it.
//
// A primary key comes after the other indexes: while a table is empty all indexes cost the same, and Postgres takes the newest. A plan from
// then that reads all rows of a tenant to find one stays until the tables are analysed.
//
// The generated columns are integers, because row-level security lets only leakproof comparisons into an index, and those of numeric
// are not. Each *_order column is the negated value: its index reads the largest value first and breaks ties by rising id.
const CUSTOMERS = `
CREATE TABLE customers (
  tenant_id        uuid NOT NULL,
  -- Follows from external_id (customerIdOf), so external_id needs no unique index.
  id               uuid NOT NULL,
  external_id      text NOT NULL,
  first_seen_at    timestamptz,
  last_activity_at timestamptz,
  last_order_at    timestamptz,
  -- The latest customer_deleted and email_unsubscribed. An order after deleted_at brings the customer back.
  deleted_at       timestamptz,
  unsubscribed_at  timestamptz,
  -- The latest events that said that the customer accepts marketing, and that they do not. The later one counts; of two at once, the refusal.
  consented_at     timestamptz,
  refused_at       timestamptz,
  orders_count     int NOT NULL DEFAULT 0,
  monetary_total   numeric(22,4) NOT NULL DEFAULT 0,
  score            numeric(5,4),
  label            text,
  calculated_at    timestamptz,
  model_version    text,
  lifecycle        text,
  -- The UTC day since when the customer is late.
  late_since       date,
  -- The UTC day from which silence makes the customer late. NULL: the customer is late, or silence never does. Readers know by it who is late
  -- before the nightly pass calculates the score again.
  late_from        date,
  -- The UTC day of the latest order after which the customer became late, as seen by scoring: each silence is reported once.
  overdue_after    date,
  -- The same for the first order after which the second became due.
  second_due_after date,
  -- When the label last entered high or critical from below, by orders or by waiting. NULL while it is neither, and for customers who
  -- had it from the first score on or got it from a new model, new settings or imported history.
  high_risk_since  timestamptz,
  -- When the label last changed, appeared or went away, for any cause. NULL: there never was one.
  label_since      timestamptz,
  -- What the score came from. The history takes it over with the score.
  cause            text,
  expected_revenue numeric(18,2) NOT NULL DEFAULT 0,
  revenue_at_risk  numeric(18,2) NOT NULL DEFAULT 0,
  -- The score that later ones are compared with. NULL where the tenant has set no threshold for small moves.
  drift_from       numeric(5,4),
  -- The same for destinations that keep profiles; NULL while there is none.
  profile_from     numeric(5,4),
  -- The UTC day on which the nightly pass calculates the score again. A customer who was never scored is due at once; one without
  -- a counted order has no score, and no such day.
  due_on           date DEFAULT '-infinity',
  event_sequence   bigint NOT NULL DEFAULT 0,
  -- When the customer became an alias of another one; NULL: it is none. An alias has no score, and is in no list.
  joined_at        timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  list_group       smallint NOT NULL GENERATED ALWAYS AS (
    -- An alias, and an identifier that a join has named and that has no events. Neither is in a list.
    CASE WHEN joined_at IS NOT NULL OR (score IS NULL AND last_activity_at IS NULL) THEN -3
         WHEN deleted_at IS NOT NULL AND (last_order_at IS NULL OR last_order_at <= deleted_at) THEN ${DELETED_GROUP}
         WHEN score IS NULL THEN ${UNSCORED_GROUP} ELSE ${SCORED_GROUP}
    END) STORED,
  score_order      int NOT NULL GENERATED ALWAYS AS (coalesce(-(score * 10000)::int, 1)) STORED,
  activity_order   bigint NOT NULL GENERATED ALWAYS AS
    (coalesce(-(extract(epoch FROM last_activity_at AT TIME ZONE 'UTC') * 1000000)::bigint, 9000000000000000000)) STORED,
  monetary_order   bigint NOT NULL GENERATED ALWAYS AS
    (-greatest(-9000000000000000000, least(9000000000000000000, round(monetary_total * 100)))::bigint) STORED,
  created_order    bigint NOT NULL GENERATED ALWAYS AS
    (-(extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint) STORED,
  revenue_order    bigint NOT NULL GENERATED ALWAYS AS (-(revenue_at_risk * 100)::bigint) STORED,
  -- The effect of a contact is learned for each cell: score, silence when the score was calculated (not late, late, twice as long), orders.
  contact_cell     smallint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN score IS NULL THEN -1 ELSE
      9 * CASE WHEN score < 0.4 THEN 0 WHEN score < 0.7 THEN 1 WHEN score < 0.9 THEN 2 ELSE 3 END +
      3 * CASE WHEN late_since IS NULL THEN 0
               WHEN (calculated_at AT TIME ZONE 'UTC')::date - (last_order_at AT TIME ZONE 'UTC')::date
                 <= 2 * (late_since - (last_order_at AT TIME ZONE 'UTC')::date) THEN 1 ELSE 2 END +
      CASE WHEN orders_count <= 1 THEN 0 WHEN orders_count <= 4 THEN 1 ELSE 2 END
    END) STORED
);
-- An entry for each index is most of what a score costs, so there are four and the key. Lists in these orders read an index; a list by another
-- value, or with a condition that few customers meet, reads all customers of the tenant. The day on which a score is due stands in the first
-- one: the nightly pass reads it there.
CREATE INDEX customers_by_score ON customers (tenant_id, list_group, score_order, id, due_on);
CREATE INDEX customers_by_activity ON customers (tenant_id, list_group, activity_order, id);
CREATE INDEX customers_by_revenue ON customers (tenant_id, list_group, revenue_order, id);
CREATE INDEX customers_by_created ON customers (tenant_id, created_order, id);
ALTER TABLE customers ADD PRIMARY KEY (tenant_id, id);

-- People search by the beginning of the identifier; collation "C" makes a prefix one range of the key. A table of its own, because every
-- score of a customer would add an entry to an index of customers, although the identifier never changes.
CREATE TABLE customer_names (
  tenant_id   uuid NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, external_id)
);

-- Other identifiers of customers. Events, orders and traits stay under the identifier that they were sent with, and readers of a customer add
-- those of its aliases. A table of its own, because every reader asks whether the tenant has any: most have none, and the table says so at once.
CREATE TABLE customer_aliases (
  tenant_id   uuid NOT NULL,
  alias_id    uuid NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, alias_id),
  FOREIGN KEY (tenant_id, alias_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_aliases_by_customer ON customer_aliases (tenant_id, customer_id);`;

const EVENTS_AND_ORDERS = `
CREATE TABLE events (
  tenant_id   uuid NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  event_type  text NOT NULL,
  occurred_at timestamptz NOT NULL,
  value       numeric(18,4),
  data        jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- The number of the API key that brought it, below 0 when it came as a signed webhook. 0: a storefront, or a person in the dashboard.
  received_by int NOT NULL DEFAULT 0,
  -- The uploads that brought it. NULL: something else did, alone or too, so removing uploads leaves the event.
  uploads     uuid[]
);
CREATE INDEX events_by_customer ON events (tenant_id, customer_id, occurred_at);
ALTER TABLE events ADD PRIMARY KEY (tenant_id, event_id);
-- A subscription is a state that may be a year old. Its few events are found without reading all others since then.
CREATE INDEX events_of_subscriptions ON events (tenant_id, customer_id, occurred_at)
  WHERE event_type IN ('subscription_started', 'subscription_renewed', 'subscription_cancelled');
-- Every score of a tenant looks for summaries of earlier orders. Most tenants have none.
CREATE INDEX events_of_histories ON events (tenant_id, customer_id) WHERE event_type = 'customer_history';

-- The types of events, other than those about orders, that a tenant has ever sent: a fit reads behaviour of these tenants only. Each process writes a type
-- once, so that a batch costs nothing more.
CREATE TABLE behaviour_types (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  event_type text NOT NULL,
  PRIMARY KEY (tenant_id, event_type)
);

-- What was rejected, for people to look at. The rows of a tenant are a ring of slots, so a sender of rejected events overwrites its own.
-- Accepted events are in events alone.
CREATE TABLE rejected_events (
  tenant_id   uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  slot        int NOT NULL,
  -- Counts the rejected events of the tenant; the slot is its remainder.
  number      bigint NOT NULL,
  received_at timestamptz NOT NULL,
  via         text NOT NULL,
  sender      text,
  event_id    text,
  customer_id uuid,
  external_id text,
  order_id    text,
  event_type  text,
  code        text NOT NULL,
  reason      text NOT NULL,
  further     int NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, slot)
);

CREATE TABLE orders (
  tenant_id      uuid NOT NULL,
  -- 'order:' and the id of the order; 'event:' and that of its event; 'removed:' and a hash of either when the retention has removed it.
  order_key      text COLLATE "C" NOT NULL,
  customer_id    uuid NOT NULL,
  state_at       timestamptz NOT NULL,
  state          smallint NOT NULL,
  placed_at      timestamptz,
  -- The latest import that corrected "placed_at".
  placed_moved_at timestamptz,
  amount         numeric(18,4),
  amount_at      timestamptz,
  currency       text,
  refunded       numeric(22,4) NOT NULL DEFAULT 0,
  -- The latest statement of the source about what was refunded in total. "refunded" has the sum of single refunds. The greater of the
  -- two counts, so neither a lost refund nor one that both report makes the amount wrong. "fully_refunded" belongs to the same statement.
  refunded_total numeric(22,4) NOT NULL DEFAULT 0,
  refunded_at    timestamptz,
  fully_refunded boolean NOT NULL DEFAULT false,
  refund_state_at timestamptz,
  test           boolean NOT NULL DEFAULT false,
  -- The customer who had the order before another one got it.
  moved_from     uuid
);
CREATE INDEX orders_by_customer ON orders (tenant_id, customer_id, placed_at);
-- An erasure finds by it the orders that its customer once had.
CREATE INDEX orders_by_previous_owner ON orders (tenant_id, moved_from) WHERE moved_from IS NOT NULL;
-- Refunds and cancellations that wait for their order.
CREATE INDEX orders_never_placed ON orders (tenant_id, order_key) WHERE placed_at IS NULL;
ALTER TABLE orders ADD PRIMARY KEY (tenant_id, order_key);

-- The customers of a storefront with removed events. The erasure of a shop finds all others by their events.
CREATE TABLE shop_customers (
  tenant_id   uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- platform:shop, as in the ids of events.
  shop        text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, shop),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX shop_customers_by_shop ON shop_customers (tenant_id, shop);`;

export const EVENTS_AND_ORDERS_SCHEMA: SchemaSubject = {
  sql: CUSTOMERS + EVENTS_AND_ORDERS + UPLOADS + TRAITS + CATEGORIES + SEGMENTS_AND_NOTES,
  access: {
    customers: { keyColumn: 'id' },
    customer_names: {},
    customer_aliases: {},
    events: { keyColumn: 'event_id' },
    replaced_events: {},
    uploads: {},
    behaviour_types: {},
    rejected_events: {},
    orders: { keyColumn: 'order_key' },
    shop_customers: {},
    traits: {},
    customer_traits: {},
    customer_categories: {},
    category_returns: {},
    segments: {},
    segment_customers: {},
    customer_notes: {},
  },
};
