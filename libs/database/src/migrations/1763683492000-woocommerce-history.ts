import type { MigrationInterface, QueryRunner } from 'typeorm';

// rest_url: where the WordPress of a WooCommerce shop is; NULL: at the domain of the shop. Its keys are kept as its access_token.
// former_webhook_secret: what a shop signed with before it was given another secret; good until expires_at.
const KINDS = `'access_token', 'refresh_token', 'webhook_secret'`;
const allow = (kinds: string): string => `
ALTER TABLE storefront_secrets DROP CONSTRAINT storefront_secrets_kind_check;
ALTER TABLE storefront_secrets ADD CONSTRAINT storefront_secrets_kind_check CHECK (kind IN (${kinds}));`;

/** WooCommerce shops whose orders may be read, and secrets that are replaced without a gap. */
export class WooCommerceHistory1763683492000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE storefront_connections ADD COLUMN rest_url text;`);
    await runner.query(allow(`${KINDS}, 'former_webhook_secret'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM storefront_secrets WHERE kind = 'former_webhook_secret'`);
    await runner.query(allow(KINDS));
    await runner.query('ALTER TABLE storefront_connections DROP COLUMN rest_url');
  }
}
