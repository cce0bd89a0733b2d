import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, showToSystem } from '../row-level-security.js';

// A mail stands here from the commit of what it tells of until the mail server has taken it. Its text holds addresses and tokens, so
// it is sealed.
const TABLES = `
CREATE TABLE mails (
  tenant_id       uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  ciphertext      bytea NOT NULL,
  key_id          text NOT NULL,
  attempts        int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX mails_due ON mails (next_attempt_at);

CREATE TABLE password_resets (
  tenant_id  uuid NOT NULL,
  id         uuid NOT NULL,
  user_id    uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_user ON password_resets (tenant_id, user_id);

CREATE TABLE invitations (
  tenant_id  uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  email      text NOT NULL,
  role       text NOT NULL CHECK (role IN ('owner', 'member')),
  token_hash bytea NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, email)
);`;

const TENANT_TABLES = ['mails', 'password_resets', 'invitations'] as const;

export class Mails1763683420001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TENANT_TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(showToSystem(['mails', 'tenant_id, next_attempt_at']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TENANT_TABLES.join(', ')}`);
  }
}
