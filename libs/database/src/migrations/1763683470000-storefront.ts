import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE, SYSTEM_ROLE } from '../roles.js';
import { isolate, showToSystem } from '../row-level-security.js';

// A tenant has one live connection; those that have ended stay, because the platform asks for the erasure of a shop long after it was
// uninstalled. shop: the domain, lower case, without a scheme; shop_hash: its SHA-256.
// pending: a WooCommerce connection that no correctly signed call has come through yet.
// webhooks: [{"topic", "id", "ok"}], as the platform last told. import_*: the history import; its cursor is the platform's own.
// redact_requested_at: since when all data of the shop waits for its erasure.
const CONNECTIONS = `
CREATE TABLE storefront_connections (
  tenant_id           uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                  uuid NOT NULL,
  platform            text NOT NULL CHECK (platform IN ('generic', 'shopify', 'shopline', 'woocommerce')),
  shop                text NOT NULL,
  shop_hash           bytea NOT NULL,
  status              text NOT NULL CHECK (status IN ('pending', 'connected', 'reauthorize', 'disconnected')),
  scopes              text,
  connected_by        uuid,
  created_at          timestamptz NOT NULL,
  connected_at        timestamptz,
  disconnected_at     timestamptz,
  last_webhook_at     timestamptz,
  webhooks            jsonb NOT NULL DEFAULT '[]',
  webhooks_checked_at timestamptz,
  token_expires_at    timestamptz,
  import_state        text NOT NULL DEFAULT 'none' CHECK (import_state IN ('none', 'running', 'done', 'failed')),
  import_cursor       text,
  import_done         int NOT NULL DEFAULT 0,
  import_total        int,
  import_started_at   timestamptz,
  last_reconciled_at  timestamptz,
  redact_requested_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX storefront_connections_live ON storefront_connections (tenant_id) WHERE status <> 'disconnected';
CREATE INDEX storefront_connections_by_shop ON storefront_connections (shop_hash);
CREATE INDEX storefront_connections_to_redact ON storefront_connections (redact_requested_at) WHERE redact_requested_at IS NOT NULL;`;

// Which tenant a shop belongs to while it is connected: once over all tenants, so this has a key without the tenant in front, as
// login_names. Only platforms whose install proves who rules the shop have an entry (not WooCommerce, where anybody may name any shop).
const SHOPS = `
CREATE TABLE storefront_shops (
  shop_hash     bytea PRIMARY KEY,
  tenant_id     uuid NOT NULL,
  connection_id uuid NOT NULL,
  FOREIGN KEY (tenant_id, connection_id) REFERENCES storefront_connections (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX storefront_shops_by_connection ON storefront_shops (tenant_id, connection_id);`;

// Tokens and secrets of a connection, a row for each, so that each is sealed for its own place; deleted when the connection ends.
const SECRETS = `
CREATE TABLE storefront_secrets (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  connection_id uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('access_token', 'refresh_token', 'webhook_secret')),
  ciphertext    bytea NOT NULL,
  key_id        text NOT NULL,
  expires_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connection_id, kind),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES storefront_connections (tenant_id, id) ON DELETE CASCADE
);`;

// What an authorization that is under way was begun with. Used up by deleting its row.
const STATES = `
CREATE TABLE storefront_states (
  tenant_id  uuid NOT NULL,
  id         uuid NOT NULL,
  state_hash bytea NOT NULL,
  user_id    uuid NOT NULL,
  platform   text NOT NULL,
  shop       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX storefront_states_by_user ON storefront_states (tenant_id, user_id);`;

// The event ids in the headers of deliveries that were stored, so that one that comes again is known even when its body differs.
const DELIVERIES = `
CREATE TABLE storefront_deliveries (
  tenant_id   uuid NOT NULL,
  event_key   text COLLATE "C" NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_key)
);
CREATE INDEX storefront_deliveries_by_age ON storefront_deliveries (tenant_id, received_at);`;

// Customers who have asked their shop what is stored about them: a row for each customer id that the request may mean.
const DATA_REQUESTS = `
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
CREATE INDEX data_requests_by_customer ON data_requests (tenant_id, customer_id);`;

const TABLES = [
  'storefront_connections',
  'storefront_shops',
  'storefront_secrets',
  'storefront_states',
  'storefront_deliveries',
  'data_requests',
];

const SYSTEM_COLUMNS: [string, string][] = [
  [
    'storefront_connections',
    'tenant_id, id, platform, shop_hash, status, webhooks_checked_at, token_expires_at, import_state, last_reconciled_at, redact_requested_at',
  ],
];

// Asked with a shop that the platform names when it tells of a shop, and not of a tenant: who has it, and who has had it.
const SHOP_LOOKUP = `
CREATE FUNCTION storefront_shop_connections(hash bytea) RETURNS TABLE (tenant_id uuid, connection_id uuid, platform text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT c.tenant_id, c.id, c.platform FROM storefront_connections c WHERE c.shop_hash = hash';
GRANT CREATE ON SCHEMA public TO ${SYSTEM_ROLE};
ALTER FUNCTION storefront_shop_connections(bytea) OWNER TO ${SYSTEM_ROLE};
REVOKE CREATE ON SCHEMA public FROM ${SYSTEM_ROLE};
REVOKE ALL ON FUNCTION storefront_shop_connections(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storefront_shop_connections(bytea) TO ${APP_ROLE};`;

/** The connection of a tenant with its storefront. */
export class Storefront1763683470000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONNECTIONS + SHOPS + SECRETS + STATES + DELIVERIES + DATA_REQUESTS);
    await runner.query(TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(SYSTEM_COLUMNS.map(showToSystem).join(''));
    await runner.query(SHOP_LOOKUP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION storefront_shop_connections(bytea)');
    await runner.query(`DROP TABLE ${[...TABLES].toReversed().join(', ')}`);
  }
}
