import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '#libs/database';
import { CITUS_NODES, createDistributed, onAll } from './citus-database.js';

/** The password of the restricted role, which all systems of a run share. */
export const APP_PASSWORD = 'only-for-tests';
/** The servers of a run that was given servers outlive it, so each run names its own template. */
const TEMPLATE = `churn_template_${process.env['CHURN_TEST_RUN'] ?? 'here'}`;
/** An arbitrary number, other than that of the migrations. */
const CREATION_LOCK = 5_871_204;

export function serverUrl(variable: 'CHURN_TEST_OWNER_URL' | 'CHURN_TEST_REDIS_URL'): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error(`${variable} is not set: run the tests with "npm test"`);
  return url;
}

export const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString();

export interface TestDatabase {
  /** Connects as the superuser. */
  readonly ownerUrl: string;
  /** Connects as the restricted role of the processes. */
  readonly appUrl: URL;
}

/**
 * Creates a migrated database. The first one of a run is migrated and kept as the template of all others: copying it takes a fraction
 * of the time, and migrations that run at the same time would change the same roles.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = new Client({ connectionString: serverUrl('CHURN_TEST_OWNER_URL') });
  await server.connect();
  try {
    // The session holds the lock, and closing it releases it.
    await server.query('SELECT pg_advisory_lock($1)', [CREATION_LOCK]);
    await ensureTemplate(server);
    const name = `churn_${randomUUID().replaceAll('-', '')}`;
    const copy = `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`;
    if (CITUS_NODES.length === 0) await server.query(copy);
    else await onAll(serverUrl('CHURN_TEST_OWNER_URL'), TEMPLATE, copy);
    const ownerUrl = withDatabase(serverUrl('CHURN_TEST_OWNER_URL'), name);
    return { ownerUrl, appUrl: Object.assign(new URL(ownerUrl), { username: 'churn_app', password: APP_PASSWORD }) };
  } finally {
    await server.end();
  }
}

/** Migrates under another name first: a migration that fails leaves nothing that looks like a template. */
async function ensureTemplate(server: Client): Promise<void> {
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount !== 0) return;
  const unfinished = `${TEMPLATE}_new`;
  const rename = `ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`;
  if (CITUS_NODES.length > 0) {
    const coordinator = serverUrl('CHURN_TEST_OWNER_URL');
    await createDistributed(coordinator, unfinished, APP_PASSWORD);
    return onAll(coordinator, unfinished, rename);
  }
  await server.query(`DROP DATABASE IF EXISTS ${unfinished}`);
  await server.query(`CREATE DATABASE ${unfinished}`);
  await migrate(withDatabase(serverUrl('CHURN_TEST_OWNER_URL'), unfinished), APP_PASSWORD);
  await server.query(rename);
}
