import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS_SCHEMA } from './initial-schema/accounts.js';
import { BILLING_AND_AUDIT_SCHEMA } from './initial-schema/billing-and-audit.js';
import { CAMPAIGNS_SCHEMA } from './initial-schema/campaigns.js';
import { EVENTS_AND_ORDERS_SCHEMA } from './initial-schema/events-and-orders.js';
import { JOBS_SCHEMA } from './initial-schema/jobs.js';
import type { SchemaSubject } from './initial-schema/schema-subject.js';
import { SCORES_AND_MODELS_SCHEMA } from './initial-schema/scores-and-models.js';
import { STOREFRONT_SCHEMA } from './initial-schema/storefront.js';
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
  BILLING_AND_AUDIT_SCHEMA,
];

/**
 * All tables of the first release. Every table of tenants has tenant_id first in its keys, so that the tables can be distributed by
 * tenant (docs/architecture.md); the two directories that are unique over all tenants are the exception.
 */
export class InitialSchema1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { sql, access, lookups = {} } of SUBJECTS) {
      await runner.query(sql);
      for (const [table, rules] of Object.entries(access)) await runner.query(accessSql(table, rules));
      for (const [name, lookup] of Object.entries(lookups)) await runner.query(lookupSql(name, lookup));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const lookups = SUBJECTS.flatMap((subject) => Object.keys(subject.lookups ?? {}));
    const tables = SUBJECTS.flatMap((subject) => Object.keys(subject.access));
    await runner.query(`DROP FUNCTION ${lookups.map((name) => `${name}(bytea)`).join(', ')}`);
    await runner.query(`DROP TABLE ${tables.toReversed().join(', ')}`);
  }
}
