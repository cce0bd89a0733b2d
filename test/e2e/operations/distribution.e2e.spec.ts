import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { distribute, migrate } from '#libs/database';

const ROOT = path.resolve(__dirname, '../../..');
/** Files that also hold statements across tenants, which ask which tenants have something to do. */
const ACROSS_TENANTS = /acrossTenants\(|: Send\b|\bSend\b/;

interface Statement {
  readonly file: string;
  readonly sql: string;
}

/** The files with the constant SQL statements of the service. */
function statements(): Statement[] {
  const files = ['apps/api/src', 'apps/scoring-worker/src', 'libs'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return (
    files
      // Distribution and inspection ask the catalog, as the owner.
      .filter((file) => file.endsWith('.sql.ts') && file.includes('src/') && !/(distribution|inspection)\//.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(ROOT, file), 'utf8');
        if (ACROSS_TENANTS.test(text)) return [];
        const literals = [...text.matchAll(/(`|')\s*((?:SELECT|INSERT|UPDATE|DELETE|WITH)\b[\s\S]*?)\1/g)];
        // A nested template ends this match too early.
        return literals.filter(([, , sql = '']) => !/\$\{[^}]*$/.test(sql)).map(([, , sql = '']) => ({ file, sql }));
      })
  );
}

describe('distribution of the schema with Citus', () => {
  let owner: Client;
  let ownerUrl: string;

  beforeAll(async () => {
    const name = `churn_${randomUUID().replaceAll('-', '')}`;
    const server = new URL(`${process.env['CHURN_TEST_OWNER_URL']}`);
    const maker = new Client({ connectionString: server.href });
    await maker.connect();
    await maker.query(`CREATE DATABASE ${name}`);
    await maker.end();
    ownerUrl = Object.assign(server, { pathname: `/${name}` }).href;
    await migrate(ownerUrl);
    owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
  });
  afterAll(() => owner.end());

  it('distributes every table by its tenant, which all keys, unique indexes and foreign keys contain', async () => {
    const { statements: plan, refusals } = await distribute(ownerUrl, { apply: false });
    expect(refusals).toEqual([]);
    const { rows } = await owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name } of rows) expect(plan.filter((statement) => statement.includes(`table('${name}'`))).toHaveLength(1);
    expect(plan.indexOf(`SELECT create_distributed_table('tenants', 'id')`)).toBeLessThan(
      plan.findIndex((statement) => statement.includes("'tenant_id'")),
    );
  });

  it('finds the tenant in every statement about a tenant, so that one node answers it', () => {
    // Searches for work go to all nodes, and `walk` has the tenant in each of its parts.
    const FINDS_TENANT = /tenant_id|tenants\b[\s\S]*\bid = \$1|\$\{isWorking\(|\$\{walk\(/;
    const all = statements();
    expect(all.length).toBeGreaterThan(100);
    const strays = all.filter(({ sql }) => /\b(FROM|INTO|UPDATE|JOIN)\s+[a-z]/.test(sql) && !FINDS_TENANT.test(sql));
    expect(strays).toEqual([]);
  });

  it('finds the tenant in every ON CONFLICT target', () => {
    // Tables that every node holds whole have keys over all tenants.
    const distributed = statements().filter(({ sql }) => !/INSERT INTO (login_names|storefront_shops)\b/.test(sql));
    const targets = distributed.flatMap(({ file, sql }) =>
      [...sql.matchAll(/ON CONFLICT\s*\(([^)]*)\)/g)].map(([, columns = '']) => ({ file, columns })),
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter(({ columns }) => !columns.includes('tenant_id'))).toEqual([]);
  });

  it('names a table that breaks the rules, and distributes nothing', async () => {
    await owner.query('CREATE TABLE stray (id int PRIMARY KEY)');
    expect(await distribute(ownerUrl, { apply: true })).toEqual({ statements: [], refusals: ['stray has no tenant_id'] });
  });

  it('reports a missing Citus and changes nothing', async () => {
    await owner.query('DROP TABLE IF EXISTS stray');
    await expect(distribute(ownerUrl, { apply: true })).rejects.toThrow('citus');
    const { rows } = await owner.query(`SELECT 1 FROM pg_constraint WHERE conrelid = 'login_names'::regclass AND contype = 'f'`);
    expect(rows).toHaveLength(1);
  });
});
