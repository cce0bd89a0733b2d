import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security.js';

// At most one secret of a tenant has no end: the current one.
const TABLE = `
CREATE TABLE webhook_secrets (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  ciphertext bytea NOT NULL,
  key_id     text NOT NULL,
  hint       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (tenant_id) WHERE expires_at IS NULL;`;

export class WebhookSecrets1763683340000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(isolate('webhook_secrets', 'tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_secrets');
  }
}
