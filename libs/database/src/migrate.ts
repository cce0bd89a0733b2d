import { DataSource } from 'typeorm';
import { INITIAL_SCHEMA } from './migrations/1795305600000-initial-schema.js';
import { ALL_MIGRATIONS } from './migrations/all-migrations.js';
import { APP_ROLE, BACKUP_ROLE, SYSTEM_ROLE } from './roles.js';

/** An arbitrary number. Every process that migrates this schema takes the same lock. */
const MIGRATION_LOCK = 5_871_203;

/**
 * Runs the missing migrations and creates the two restricted roles and that for dumps, as the owner of the database. It may run at any time and from
 * several places at once.
 * @param ownerUrl a role that owns the database and may create roles, unless they exist already
 * @param appPassword the new password of the role that the processes connect as; without it the password stays
 * @returns the URL for the processes, without the password
 * @throws Error when the database has the schema of a version before the first release
 */
export async function migrate(ownerUrl: string, appPassword?: string): Promise<string> {
  const owner = new DataSource({ type: 'postgres', url: ownerUrl, migrations: ALL_MIGRATIONS, extra: { max: 2 } });
  await owner.initialize();
  try {
    const lock = owner.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseEarlierSchema(owner);
    await ensureRoles(owner, appPassword);
    await owner.runMigrations({ transaction: 'each' });
    // A move compares the versions of two installations.
    await owner.query(`GRANT SELECT ON migrations TO ${APP_ROLE}`);
    await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${BACKUP_ROLE}`);
    await lock.release();
  } finally {
    // Closing the session releases the lock.
    await owner.destroy();
  }
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = '';
  return url.toString();
}

interface FoundSchema {
  readonly tenants: boolean;
  readonly migrations: boolean;
  readonly initial_schema: string | null;
}

/**
 * Refuses a database with an older form of the initial schema, which changes in place until the first release. The database cannot be
 * upgraded: the migration counts as done, and the service would fail at the first statement that needs the new form.
 */
async function refuseEarlierSchema(owner: DataSource): Promise<void> {
  const [found] = await owner.query<FoundSchema[]>(
    `SELECT to_regclass('public.tenants') IS NOT NULL AS tenants, to_regclass('public.migrations') IS NOT NULL AS migrations,
            obj_description(to_regclass('public.tenants')::oid, 'pg_class') AS initial_schema`,
  );
  if (found?.tenants !== true) return;
  const executed = found.migrations ? await owner.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  if (executed.some(({ name }) => name === ALL_MIGRATIONS[0]?.name) && found.initial_schema === INITIAL_SCHEMA) return;
  throw new Error(
    'This database has the schema of a version before the first release, which cannot be upgraded: ' +
      'delete the .data folder, or name an empty database in DATABASE_URL.',
  );
}

async function ensureRoles(owner: DataSource, appPassword: string | undefined): Promise<void> {
  const existing = await owner.query<{ rolname: string }[]>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    [APP_ROLE, SYSTEM_ROLE, BACKUP_ROLE],
  ]);
  const missing = (role: string): boolean => !existing.some(({ rolname }) => rolname === role);
  if (missing(SYSTEM_ROLE)) await owner.query(`CREATE ROLE ${SYSTEM_ROLE} NOLOGIN; GRANT ${SYSTEM_ROLE} TO CURRENT_USER`);
  // NOINHERIT: a policy for the system role must not apply before SET LOCAL ROLE takes it on.
  if (missing(APP_ROLE)) await owner.query(`CREATE ROLE ${APP_ROLE} LOGIN NOINHERIT`);
  if (missing(BACKUP_ROLE)) await owner.query(`CREATE ROLE ${BACKUP_ROLE} NOLOGIN`);
  const [member] = await owner.query<{ yes: boolean }[]>(`SELECT pg_has_role(current_user, '${BACKUP_ROLE}', 'USAGE') AS yes`);
  if (member?.yes !== true) await owner.query(`GRANT ${BACKUP_ROLE} TO CURRENT_USER`);
  const [server] = await owner.query<{ version: number }[]>(`SELECT current_setting('server_version_num')::int AS version`);
  // From Postgres 16 on inheritance belongs to the grant, before that to the role.
  const withoutInheriting = (server?.version ?? 0) >= 160_000 ? 'WITH INHERIT FALSE' : '';
  await owner.query(`ALTER ROLE ${APP_ROLE} NOINHERIT; GRANT ${SYSTEM_ROLE} TO ${APP_ROLE} ${withoutInheriting}`);
  await owner.query(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}, ${SYSTEM_ROLE}, ${BACKUP_ROLE}`);
  // Kept with the role, so that they hold behind any pooler. A frozen process loses its locks after half a minute.
  await owner.query(`ALTER ROLE ${APP_ROLE} SET statement_timeout = '30s'`);
  await owner.query(`ALTER ROLE ${APP_ROLE} SET idle_in_transaction_session_timeout = '30s'`);
  if (appPassword !== undefined) {
    const [quoted] = await owner.query<{ password: string }[]>('SELECT quote_literal($1) AS password', [appPassword]);
    await owner.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${quoted?.password}`);
  }
}
