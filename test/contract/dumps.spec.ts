import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { newId } from '#libs/core';
import { inspectDatabase, migrate } from '#libs/database';
import { pruneAuditLog } from '#libs/database';
import { OwnPostgres } from '../support/servers/own-postgres.js';

const APP_PASSWORD = 'only-for-tests';
/** The question that `docker/backup/backup.sh` asks before it dumps. */
const QUESTION = /--command "([^"]+)"/.exec(readFileSync(path.resolve(__dirname, '../../docker/backup/backup.sh'), 'utf8'))?.[1] ?? '';

/** The owner at most providers may create roles, and is bound by row-level security. */
describe('an owner of the database that is no superuser', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'churn-dumps-'));
  const tenants = [newId(), newId()];
  let postgres: OwnPostgres;
  let superuser: Client;
  let owner: Client;
  let ownerUrl: string;
  let appUrl: string;

  const connect = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const urlOf = (username: string, password: string): string =>
    Object.assign(new URL(postgres.url), { username, password, pathname: '/owned' }).toString();
  const protectedTables = async (): Promise<string[]> =>
    (
      await owner.query<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relkind IN ('r', 'p') ORDER BY 1`)
    ).rows.map(({ name }) => name);
  const backupSees = async (): Promise<string | null> =>
    (await owner.query({ text: QUESTION, rowMode: 'array' })).rows[0]?.[0] as string | null;

  beforeAll(async () => {
    // Under root, Postgres runs as another account and must be able to reach its folder.
    chmodSync(folder, 0o755);
    postgres = await OwnPostgres.start(folder);
    const first = await connect(postgres.url);
    await first.query(`CREATE ROLE owner_of_all LOGIN CREATEROLE PASSWORD 'secret'`);
    await first.query('CREATE DATABASE owned OWNER owner_of_all');
    await first.end();
    ownerUrl = urlOf('owner_of_all', 'secret');
    appUrl = urlOf('churn_app', APP_PASSWORD);
    await migrate(ownerUrl, APP_PASSWORD);
    // A second time, as at each deploy.
    await migrate(ownerUrl, APP_PASSWORD);
    superuser = await connect(Object.assign(new URL(postgres.url), { pathname: '/owned' }).toString());
    owner = await connect(ownerUrl);
    for (const id of tenants) {
      await superuser.query(`INSERT INTO tenants (id, name, plan, currency) VALUES ($1, 'Shop', 'starter', 'EUR')`, [id]);
      await superuser.query(
        `INSERT INTO audit_log (tenant_id, id, at, action, actor_kind, details)
         SELECT $1, gen_random_uuid(), now() - days * interval '1 day', 'tenant.created', 'admin', '{}' FROM unnest(ARRAY[1, 100]) days`,
        [id],
      );
    }
  }, 120_000);

  afterAll(async () => {
    await owner?.end();
    await superuser?.end();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('may read every row of every table, which a dump needs, and change none', async () => {
    const tables = await protectedTables();
    expect(tables.length).toBeGreaterThan(50);
    const { rows } = await owner.query<{ table: string }>(
      `SELECT tablename AS table FROM pg_policies WHERE policyname = 'backup_rows' AND cmd = 'SELECT' AND qual = 'true' AND roles = '{churn_backup}' ORDER BY 1`,
    );
    expect(rows.map(({ table }) => table)).toEqual(tables);
    expect((await owner.query('SELECT id FROM tenants')).rowCount).toBe(2);
    expect((await owner.query(`UPDATE tenants SET name = 'x'`)).rowCount).toBe(0);
    expect((await owner.query('DELETE FROM tenants')).rowCount).toBe(0);
  });

  it('is seen as one that can dump by the backup and by doctor, and as one that cannot when a table hides rows', async () => {
    expect(await backupSees()).toBe('policies');
    expect((await inspectDatabase(appUrl)).dumps).toEqual({ owner: 'owner_of_all', problem: null });
    await owner.query('DROP POLICY backup_rows ON orders');
    expect(await backupSees()).toBeNull();
    expect((await inspectDatabase(appUrl)).dumps?.problem).toBe('policy');
    await owner.query('CREATE POLICY backup_rows ON orders FOR SELECT TO churn_backup USING (true)');
    // The owner has granted it to itself; the right to do so comes from the creation of the role.
    await superuser.query('REVOKE churn_backup FROM owner_of_all CASCADE');
    await superuser.query('REVOKE churn_backup FROM owner_of_all GRANTED BY owner_of_all CASCADE');
    expect(await backupSees()).toBeNull();
    expect((await inspectDatabase(appUrl)).dumps?.problem).toBe('role');
    await superuser.query('GRANT churn_backup TO owner_of_all');
    expect(await backupSees()).toBe('policies');
  });

  it('prunes audit logs, only what is old', async () => {
    expect(await pruneAuditLog(ownerUrl, new Date())).toBe(2);
    expect((await superuser.query('SELECT id FROM audit_log')).rowCount).toBe(2);
  });

  it('is not what the processes are: a member of churn_backup is refused', async () => {
    expect((await inspectDatabase(appUrl)).role.unrestricted).toBe(false);
    await superuser.query('ALTER ROLE churn_app INHERIT; GRANT churn_backup TO churn_app');
    expect((await inspectDatabase(appUrl)).role.unrestricted).toBe(true);
  });
});
