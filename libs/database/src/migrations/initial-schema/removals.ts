/** The tables of what the retention of a tenant removes, and of what it leaves for scores. */
export const REMOVALS = `
-- Only tenants with a retention that has removed something, or is about to, have a row.
CREATE TABLE removals (
  tenant_id     uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  -- The start of a local month. Ingest refuses events before it. It only moves forward.
  retained_from timestamptz NOT NULL,
  -- When it was set, by the clock of the processes. The removal begins later, when every process knows the value.
  decided_at    timestamptz NOT NULL,
  -- The customers up to this id are done; NULL: all are.
  after_id      uuid
);
CREATE INDEX removals_due ON removals (decided_at) WHERE after_id IS NOT NULL;

-- What scores need of counted orders that were removed. The arrays have one element for each order. A part gets more until it has a
-- thousand, so that neither adding to it nor reading it takes long.
CREATE TABLE kept_orders (
  tenant_id    uuid NOT NULL,
  customer_id  uuid NOT NULL,
  part         int NOT NULL,
  -- The first and the last of placed_at.
  first_at     timestamptz NOT NULL,
  last_at      timestamptz NOT NULL,
  -- hashtextextended(order_key, 0): a late event finds its order by it.
  order_hashes bigint[] NOT NULL,
  placed_at    timestamptz[] NOT NULL,
  -- Ten-thousandths, before refunds; NULL: unknown.
  amounts      bigint[] NOT NULL,
  refunds      bigint[] NOT NULL,
  currencies   text[] NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, part),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);

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
