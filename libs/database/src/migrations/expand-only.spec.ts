import type { QueryRunner } from 'typeorm';
import { ALL_MIGRATIONS } from './all-migrations.js';
import { contractionsIn } from './expand-only.js';

/** What looks like a contraction and is none, by migration: the beginning of the statement, and why code of before lives with it. */
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CustomerOrders1763683301000: {
    'DROP INDEX customers_by_score': 'lists are read by other indexes, and nothing conflicts on this one',
  },
  RecalculateAndErase1763683310000: {
    'CREATE UNIQUE INDEX churn_jobs_one_whole_tenant': 'only rows with whole_tenant, which is false in what older code writes',
    'CREATE UNIQUE INDEX churn_jobs_one_erasure': 'only erasures, which older code does not know',
  },
  RateLimit1763683330000: {
    'DROP FUNCTION api_key_owner': 'made again in the same transaction, with one more column',
  },
  WooCommerceHistory1763683492000: {
    'ALTER TABLE storefront_secrets DROP CONSTRAINT storefront_secrets_kind_check':
      'made again in the same transaction, with one more kind',
    'ALTER TABLE storefront_secrets ADD CONSTRAINT storefront_secrets_kind_check': 'takes all kinds that it took, and one more',
  },
};

/** All that a migration would run. */
async function statementsOf(migration: (typeof ALL_MIGRATIONS)[number]): Promise<string> {
  const statements: string[] = [];
  const recorder = { query: async (sql: string) => statements.push(sql) };
  await new migration().up(recorder as unknown as QueryRunner);
  return statements.join(';\n');
}

describe('migrations', () => {
  it.each(ALL_MIGRATIONS.slice(1).map((migration) => [migration.name, migration] as const))(
    'let the release before run on: %s',
    async (name, migration) => {
      const accepted = Object.keys(ACCEPTED[name] ?? {});
      const found = contractionsIn(await statementsOf(migration));
      expect(found.filter((sentence) => !accepted.some((start) => sentence.includes(`: ${start}`)))).toEqual([]);
      // An exception that is needed no more would let a later change through.
      expect(accepted.filter((start) => !found.some((sentence) => sentence.includes(`: ${start}`)))).toEqual([]);
    },
  );

  it('are all read: none runs nothing', async () => {
    for (const migration of ALL_MIGRATIONS) expect((await statementsOf(migration)).length).toBeGreaterThan(20);
  });
});

describe('contractionsIn', () => {
  it.each([
    'DROP TABLE orders',
    'ALTER TABLE orders DROP COLUMN amount',
    'ALTER TABLE orders ADD COLUMN a int, DROP COLUMN b',
    'alter table orders rename column a to b',
    'ALTER TABLE orders RENAME TO purchases',
    'ALTER TABLE orders ALTER COLUMN amount TYPE text',
    'ALTER TABLE orders ALTER amount SET DATA TYPE text',
    'ALTER TABLE orders ALTER COLUMN amount SET NOT NULL',
    'ALTER TABLE orders ALTER COLUMN amount DROP DEFAULT',
    'ALTER TABLE orders ADD COLUMN a int NOT NULL',
    'ALTER TABLE orders ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int NOT NULL',
    'ALTER TABLE orders\n  ADD CONSTRAINT positive CHECK (amount > 0)',
    'CREATE UNIQUE INDEX one ON orders (tenant_id)',
    'DROP FUNCTION api_key_owner(bytea)',
    'REVOKE UPDATE ON orders FROM churn_app',
    'CREATE TABLE other (a int); CREATE UNIQUE INDEX one ON orders (tenant_id)',
  ])('finds %s', (sql) => {
    expect(contractionsIn(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE a (b int NOT NULL, c text UNIQUE); CREATE UNIQUE INDEX d ON a (b); ALTER TABLE a ADD CONSTRAINT e CHECK (b > 0)',
    'ALTER TABLE orders ADD COLUMN a int, ADD COLUMN b int NOT NULL DEFAULT 0',
    'ALTER TABLE orders ADD COLUMN a int NOT NULL GENERATED ALWAYS AS (b + 1) STORED',
    'ALTER TABLE orders ADD COLUMN a int CHECK (a > 0)',
    'ALTER TABLE orders ALTER COLUMN a DROP NOT NULL',
    'CREATE INDEX a ON orders (b)',
    "COMMENT ON TABLE orders IS 'DROP TABLE orders'; -- DROP TABLE orders",
    'CREATE TABLE a (b int); REVOKE DELETE ON a FROM churn_app',
  ])('finds nothing in %s', (sql) => {
    expect(contractionsIn(sql)).toEqual([]);
  });
});
