/** Named sets of customers, and notes about them. */
export const SEGMENTS_AND_NOTES = `
CREATE TABLE segments (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL,
  -- The conditions; NULL: the customers are listed in segment_customers.
  filter     jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE segment_customers (
  tenant_id   uuid NOT NULL,
  segment_id  uuid NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, segment_id, customer_id),
  FOREIGN KEY (tenant_id, segment_id) REFERENCES segments (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX segment_customers_by_customer ON segment_customers (tenant_id, customer_id);

-- The id carries the time. The author has no foreign key: a note stays when its author leaves.
CREATE TABLE customer_notes (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  customer_id uuid NOT NULL,
  author_id   uuid NOT NULL,
  text        text NOT NULL,
  edited_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_notes_by_customer ON customer_notes (tenant_id, customer_id, id);`;
