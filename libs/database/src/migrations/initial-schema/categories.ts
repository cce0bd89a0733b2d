/** Categories that customers have bought, as the items of their orders say. */
export const CATEGORIES = `
-- Follows from the items of the events and from the orders: each score of a customer writes it again. Shops that send no items have no rows.
CREATE TABLE customer_categories (
  tenant_id   uuid NOT NULL,
  customer_id uuid NOT NULL,
  category    text COLLATE "C" NOT NULL,
  -- Orders that count and have an item of the category; when the first and the last of them were placed.
  orders      int NOT NULL,
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, category),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE
);
-- How many customers came back after a first order with each category. Counted every night and after each fit of a model.
CREATE TABLE category_returns (
  tenant_id   uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  counted_at  timestamptz NOT NULL,
  window_days int NOT NULL,
  -- First orders with any category: {n, returned}.
  everyone    jsonb NOT NULL,
  -- [{category, customers, n, returned}], those of most customers first.
  categories  jsonb NOT NULL
);
-- Says at once that a tenant sends no items, and finds those of a customer without reading all its events.
CREATE INDEX events_with_items ON events (tenant_id, customer_id) WHERE data ? 'items';`;
