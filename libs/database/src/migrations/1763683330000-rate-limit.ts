import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE, SYSTEM_ROLE } from '../roles.js';

/** The key lookup answers with everything that a request needs before its tenant's rows may be read. */
const keyLookup = (columns: string, select: string): string => `
DROP FUNCTION api_key_owner(bytea);
CREATE FUNCTION api_key_owner(hash bytea) RETURNS TABLE (${columns})
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT ${select} FROM api_keys k JOIN tenants t ON t.id = k.tenant_id WHERE k.key_hash = hash';
GRANT CREATE ON SCHEMA public TO ${SYSTEM_ROLE};
ALTER FUNCTION api_key_owner(bytea) OWNER TO ${SYSTEM_ROLE};
REVOKE CREATE ON SCHEMA public FROM ${SYSTEM_ROLE};
REVOKE ALL ON FUNCTION api_key_owner(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION api_key_owner(bytea) TO ${APP_ROLE};`;

/** A tenant may have a rate limit of its own. It comes with the key, so that limiting costs no query. */
export class RateLimit1763683330000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenants ADD COLUMN rate_limit_per_minute int CHECK (rate_limit_per_minute > 0)');
    await runner.query(`GRANT SELECT (rate_limit_per_minute) ON tenants TO ${SYSTEM_ROLE}`);
    await runner.query(
      keyLookup(
        'tenant_id uuid, plan text, expires_at timestamptz, rate_limit_per_minute int',
        'k.tenant_id, t.plan, k.expires_at, t.rate_limit_per_minute',
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keyLookup('tenant_id uuid, plan text, expires_at timestamptz', 'k.tenant_id, t.plan, k.expires_at'));
    await runner.query('ALTER TABLE tenants DROP COLUMN rate_limit_per_minute');
  }
}
