/** Numbers that merchants know of customers. */
export const TRAITS = `
-- The names of the numeric traits that a tenant gives customers. A name that is freed may be taken again at once, under another id.
CREATE TABLE traits (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its values count no more. The nightly pass deletes them, and then the row.
  freed_at   timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX traits_by_name ON traits (tenant_id, name) WHERE freed_at IS NULL;

-- The values of the traits of a customer, with the UTC day number on which each began, so that a replay of the past knows no later one.
-- About 110 changes at most: libs/core/src/traits.ts thins them.
CREATE TABLE customer_traits (
  tenant_id   uuid NOT NULL,
  customer_id uuid NOT NULL,
  trait_id    uuid NOT NULL,
  from_days   int[] NOT NULL,
  -- NULL within: removed on that day.
  numbers     float8[] NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, trait_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, trait_id) REFERENCES traits (tenant_id, id) ON DELETE CASCADE
);`;

/** Customers, their events and traits, and the orders that follow from the events. */
