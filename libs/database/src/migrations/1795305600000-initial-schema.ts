import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS_SCHEMA } from './initial-schema/accounts.js';
import { BILLING_AND_AUDIT_SCHEMA } from './initial-schema/billing-and-audit.js';
import { CAMPAIGNS_SCHEMA } from './initial-schema/campaigns.js';
import { EVENTS_AND_ORDERS_SCHEMA } from './initial-schema/events-and-orders.js';
import { JOBS_SCHEMA } from './initial-schema/jobs.js';
import type { SchemaSubject } from './initial-schema/schema-subject.js';
import { SCORES_AND_MODELS_SCHEMA } from './initial-schema/scores-and-models.js';
import { STOREFRONT_SCHEMA } from './initial-schema/storefront.js';
import { TENANT_DATA_SCHEMA } from './initial-schema/tenant-data.js';
import { WEBHOOKS_SCHEMA } from './initial-schema/webhooks.js';
import { accessSql, lookupSql } from './table-access.js';

// A subject comes after those that its foreign keys refer to.
const SUBJECTS: readonly SchemaSubject[] = [
  ACCOUNTS_SCHEMA,
  EVENTS_AND_ORDERS_SCHEMA,
  SCORES_AND_MODELS_SCHEMA,
  JOBS_SCHEMA,
  WEBHOOKS_SCHEMA,
  CAMPAIGNS_SCHEMA,
  STOREFRONT_SCHEMA,
  TENANT_DATA_SCHEMA,
  BILLING_AND_AUDIT_SCHEMA,
];

const STATEMENTS = SUBJECTS.flatMap(({ sql, access, lookups = {} }) => [
  sql,
  ...Object.entries(access).map(([table, rules]) => accessSql(table, rules)),
  ...Object.entries(lookups).map(([name, lookup]) => lookupSql(name, lookup)),
]);

const withoutComments = (sql: string): string => sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();

/**
 * Identifies the statements of the initial schema, ignoring comments and blanks. The migration stores it as the comment of the table of
 * tenants.
 */
export const INITIAL_SCHEMA = `initial schema ${createHash('sha256').update(STATEMENTS.map(withoutComments).join(';')).digest('hex').slice(0, 16)}`;

/**
 * All tables of the first release. Every table of tenants has tenant_id first in its keys, so that the tables can be distributed by
 * tenant (docs/architecture.md); the two directories that are unique over all tenants are the exception.
 */
export class InitialSchema1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await runner.query(`COMMENT ON TABLE tenants IS '${INITIAL_SCHEMA}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const lookups = SUBJECTS.flatMap((subject) => Object.keys(subject.lookups ?? {}));
    const tables = SUBJECTS.flatMap((subject) => Object.keys(subject.access));
    await runner.query(`DROP FUNCTION ${lookups.map((name) => `${name}(bytea)`).join(', ')}`);
    await runner.query(`DROP TABLE ${tables.toReversed().join(', ')}`);
  }
}
