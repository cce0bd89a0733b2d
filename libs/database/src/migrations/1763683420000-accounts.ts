import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE, SYSTEM_ROLE } from '../roles.js';
import { isolate, showToSystem } from '../row-level-security.js';

// A second factor has the id of its user.
// An address is an account once over all tenants, so the directory of logins alone has a key without the tenant in front. It holds
// hashes, and a tenant sees its own entries only: another one's shows by nothing but that an entry cannot be made twice.
const TABLES = `
CREATE TABLE users (
  tenant_id     uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  email         text NOT NULL,
  password_hash text NOT NULL,
  role          text NOT NULL CHECK (role IN ('owner', 'member')),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE login_names (
  email_hash bytea PRIMARY KEY,
  tenant_id  uuid NOT NULL,
  user_id    uuid NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX login_names_by_user ON login_names (tenant_id, user_id);

CREATE TABLE sessions (
  tenant_id    uuid NOT NULL,
  id           uuid NOT NULL,
  user_id      uuid NOT NULL,
  generation   int NOT NULL DEFAULT 1,
  refreshed_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  user_agent   text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id);

CREATE TABLE totp_secrets (
  tenant_id    uuid NOT NULL,
  id           uuid NOT NULL,
  ciphertext   bytea NOT NULL,
  key_id       text NOT NULL,
  last_step    bigint NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  tenant_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, user_id, code_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);`;

const TENANT_TABLES = ['users', 'login_names', 'sessions', 'totp_secrets', 'recovery_codes'] as const;

// What a login is asked with before its tenant is known, as api_key_owner is for keys.
const LOGIN_LOOKUP = `
CREATE FUNCTION login_owner(hash bytea) RETURNS TABLE (tenant_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT l.tenant_id, l.user_id FROM login_names l WHERE l.email_hash = hash';
GRANT CREATE ON SCHEMA public TO ${SYSTEM_ROLE};
ALTER FUNCTION login_owner(bytea) OWNER TO ${SYSTEM_ROLE};
REVOKE CREATE ON SCHEMA public FROM ${SYSTEM_ROLE};
REVOKE ALL ON FUNCTION login_owner(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_owner(bytea) TO ${APP_ROLE};`;

export class Accounts1763683420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TENANT_TABLES.map((table) => isolate(table, 'tenant_id')).join(''));
    await runner.query(showToSystem(['login_names', 'email_hash, tenant_id, user_id']));
    await runner.query(LOGIN_LOOKUP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION login_owner(bytea)');
    await runner.query(`DROP TABLE ${[...TENANT_TABLES].toReversed().join(', ')}`);
  }
}
