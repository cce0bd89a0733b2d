import type { SchemaSubject } from './schema-subject.js';

// A tenant has at most one live connection. Ended ones stay, because a platform asks for the erasure of a shop long after the shop has
// removed the app.
const CONNECTIONS = `
CREATE TABLE storefront_connections (
  tenant_id            uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                   uuid NOT NULL,
  platform             text NOT NULL CHECK (platform IN ('generic', 'shopify', 'shopline', 'woocommerce')),
  -- The domain in lower case, without a scheme; shop_hash is its SHA-256.
  shop                 text NOT NULL,
  shop_hash            bytea NOT NULL,
  -- pending: a WooCommerce shop that has not sent a correctly signed call yet.
  status               text NOT NULL CHECK (status IN ('pending', 'connected', 'reauthorize', 'disconnected')),
  -- The merchant has registered an app of its own at the platform; FALSE: the operator's app, or WooCommerce.
  own_app              boolean NOT NULL DEFAULT false,
  scopes               text,
  connected_by         uuid,
  created_at           timestamptz NOT NULL,
  connected_at         timestamptz,
  disconnected_at      timestamptz,
  -- A webhook says that the shop has removed the app, and not when. A worker asks the platform before it ends the connection.
  uninstall_reported_at timestamptz,
  -- Where the WordPress of a WooCommerce shop is; NULL: at the domain of the shop. Its keys are stored as its access_token.
  rest_url             text,
  -- The currency of the shop's orders; NULL until the first one.
  currency             text,
  token_expires_at     timestamptz,
  last_webhook_at      timestamptz,
  -- [{"topic", "id", "ok"}], as the platform reported them last.
  webhooks             jsonb NOT NULL DEFAULT '[]',
  webhooks_checked_at  timestamptz,
  -- import_*: the import of the history. Its cursor is the platform's own.
  import_state         text NOT NULL DEFAULT 'none' CHECK (import_state IN ('none', 'running', 'done', 'failed')),
  import_cursor        text,
  import_done          int NOT NULL DEFAULT 0,
  import_total         int,
  -- After its orders, an import of Shopify reads customers. The total may be an upper bound until Shopify has collected them.
  import_customers     int NOT NULL DEFAULT 0,
  import_customers_total int,
  -- What Shopify had collected at a time of the file that the import waits for; NULL: it waits for none.
  import_collected     int,
  import_collected_at  timestamptz,
  -- Objects that Shopify collected in a second, as last seen. It outlives the file, for the time that the next file takes.
  import_collect_rate  real,
  -- Milliseconds that each order or customer of the last pages took, pauses between them included.
  import_ms_each       real,
  import_started_at    timestamptz,
  import_pages         int NOT NULL DEFAULT 0,
  -- How often in a row the platform refused the next page. Together with import_restarts (how often the import began again with the
  -- first page) it ends an import that would never finish.
  import_refusals      int NOT NULL DEFAULT 0,
  import_restarts      int NOT NULL DEFAULT 0,
  -- reconcile_*: the look back at changed orders that is under way. Its cursor is the platform's own; a NULL total is not known.
  last_reconciled_at   timestamptz,
  reconcile_started_at timestamptz,
  reconcile_cursor     text,
  reconcile_pages      int NOT NULL DEFAULT 0,
  reconcile_total      int,
  reconcile_restarts   int NOT NULL DEFAULT 0,
  -- When the last look back began, if it was cut off. The next one is due a day later and reaches back to the last whole one.
  reconcile_cut_at     timestamptz,
  -- {"since", "shop_orders", "orders", "customers"}: the orders that the shop had created since then, by its own count, and those here.
  -- NULL: the platform did not count. counted_at is NULL when an import has ended since.
  counts               jsonb,
  counted_at           timestamptz,
  -- When a worker looks at the connection next, by the clock of the processes; NULL: never.
  sync_due_at          timestamptz,
  -- Since when all data of the shop waits for its erasure.
  redact_requested_at  timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX storefront_connections_live ON storefront_connections (tenant_id) WHERE status <> 'disconnected';
CREATE INDEX storefront_connections_by_shop ON storefront_connections (shop_hash);
CREATE INDEX storefront_connections_to_redact ON storefront_connections (redact_requested_at) WHERE redact_requested_at IS NOT NULL;
CREATE INDEX storefront_connections_to_sync ON storefront_connections (sync_due_at) WHERE sync_due_at IS NOT NULL;

-- The tenant that a connected shop belongs to. A shop belongs to one tenant only, so the key has no tenant, as in login_names.
-- Only platforms with an installation that proves who owns the shop have entries; WooCommerce does not prove it.
CREATE TABLE storefront_shops (
  shop_hash     bytea PRIMARY KEY,
  tenant_id     uuid NOT NULL,
  connection_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, connection_id) REFERENCES storefront_connections (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX storefront_shops_by_connection ON storefront_shops (tenant_id, connection_id);`;

const SECRETS_AND_STATES = `
-- The tokens and secrets of a connection, each sealed for its own row. They are deleted when the connection ends, except client_id and secrets
-- of a merchant's own app: the platform signs the request to erase the shop with them afterwards.
-- webhook_secret: also the secret of a merchant's own app. former_webhook_secret: what the shop signed with before its secret was replaced; it
-- is valid until expires_at.
CREATE TABLE storefront_secrets (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  connection_id uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('access_token', 'refresh_token', 'webhook_secret', 'former_webhook_secret', 'client_id')),
  ciphertext    bytea NOT NULL,
  key_id        text NOT NULL,
  expires_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connection_id, kind),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES storefront_connections (tenant_id, id) ON DELETE CASCADE
);

-- An authorization that is under way. The callback deletes the row, so a state works once.
CREATE TABLE storefront_states (
  tenant_id  uuid NOT NULL,
  id         uuid NOT NULL,
  state_hash bytea NOT NULL,
  user_id    uuid NOT NULL,
  platform   text NOT NULL,
  shop       text NOT NULL,
  -- The credentials of the merchant's own app, sealed; NULL for the operator's app.
  ciphertext bytea,
  key_id     text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX storefront_states_by_user ON storefront_states (tenant_id, user_id);`;

const INBOUND = `
-- The event ids in the headers of stored webhooks. They show a repeated webhook even when its body differs.
CREATE TABLE storefront_deliveries (
  tenant_id   uuid NOT NULL,
  event_key   text COLLATE "C" NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_key)
);
CREATE INDEX storefront_deliveries_by_age ON storefront_deliveries (tenant_id, received_at);

-- Customers who asked their shop for their stored data: one row for each customer id that the request may mean.
CREATE TABLE data_requests (
  tenant_id    uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id           uuid NOT NULL,
  platform     text NOT NULL,
  shop         text NOT NULL,
  reference    text COLLATE "C" NOT NULL,
  customer_id  uuid NOT NULL,
  external_id  text NOT NULL,
  requested_at timestamptz NOT NULL,
  fetched_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, shop, reference, customer_id)
);
CREATE INDEX data_requests_by_customer ON data_requests (tenant_id, customer_id);

-- Calls of platforms that asked for an erasure, or said that a shop has removed the app. A signature never ends, so a call that comes again
-- may be a replay. The digest is the keyed hash that signed the call; it says nothing of the body.
CREATE TABLE compliance_calls (
  tenant_id   uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  digest      bytea NOT NULL,
  -- The last time when the call was carried out, and the last time when the audit log said that it is ignored.
  accepted_at timestamptz,
  ignored_at  timestamptz,
  PRIMARY KEY (tenant_id, digest)
);

-- The key of the tenant's pseudonyms of people. It never changes: another key would turn every person into another customer.
CREATE TABLE pseudonym_keys (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  ciphertext bytea NOT NULL,
  key_id     text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id)
);`;

/** The connection of a tenant with its storefront. */
export const STOREFRONT_SCHEMA: SchemaSubject = {
  sql: CONNECTIONS + SECRETS_AND_STATES + INBOUND,
  access: {
    storefront_connections: {
      acrossTenants: [
        'tenant_id',
        'id',
        'platform',
        'shop_hash',
        'own_app',
        'status',
        'webhooks_checked_at',
        'token_expires_at',
        'import_state',
        'last_reconciled_at',
        'redact_requested_at',
        'sync_due_at',
      ],
    },
    storefront_shops: {},
    storefront_secrets: {},
    storefront_states: {},
    storefront_deliveries: {},
    data_requests: {},
    compliance_calls: {},
    pseudonym_keys: {},
  },
  lookups: {
    // A platform reports about a shop and names no tenant. The answer holds who has the shop and who had it.
    storefront_shop_connections: {
      returns: 'tenant_id uuid, connection_id uuid, platform text, own_app boolean',
      query: 'SELECT c.tenant_id, c.id, c.platform, c.own_app FROM storefront_connections c WHERE c.shop_hash = hash',
    },
  },
};
