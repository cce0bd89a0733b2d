import type { QueryRunner } from 'typeorm';
import { ALL_MIGRATIONS } from './all-migrations.js';
import { contractionsIn } from './expand-only.js';

/**
 * Statements that look like contractions but are safe, by migration: the beginning of each statement, and why code of the release before
 * can live with it.
 */
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** Collects the statements of a migration without running them. */
async function statementsOf(migration: (typeof ALL_MIGRATIONS)[number]): Promise<string> {
  const statements: string[] = [];
  const recorder = { query: async (sql: string) => statements.push(sql) };
  await new migration().up(recorder as unknown as QueryRunner);
  return statements.join(';\n');
}

describe('migrations', () => {
  it('keep the previous release working: each one after the initial schema only adds', async () => {
    for (const migration of ALL_MIGRATIONS.slice(1)) {
      const accepted = Object.keys(ACCEPTED[migration.name] ?? {});
      const found = contractionsIn(await statementsOf(migration));
      const refused = found.filter((sentence) => !accepted.some((start) => sentence.includes(`: ${start}`)));
      // An exception that is not needed any more would let a later change pass.
      const needless = accepted.filter((start) => !found.some((sentence) => sentence.includes(`: ${start}`)));
      expect({ migration: migration.name, refused, needless }).toEqual({ migration: migration.name, refused: [], needless: [] });
    }
  });

  it('run at least one statement each', async () => {
    for (const migration of ALL_MIGRATIONS) expect((await statementsOf(migration)).length).toBeGreaterThan(20);
  });

  it('set the privileges for every table', async () => {
    for (const migration of ALL_MIGRATIONS) {
      const statements = await statementsOf(migration);
      const created = Array.from(statements.matchAll(/\bCREATE TABLE (\w+)/g), ([, table]) => table);
      const isolated = Array.from(statements.matchAll(/\bALTER TABLE (\w+) FORCE ROW LEVEL SECURITY/g), ([, table]) => table);
      expect(new Set(isolated)).toEqual(new Set(created));
    }
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
