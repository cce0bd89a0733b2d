import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { ALL_ENTITIES, SnakeNaming } from '#libs/entities';

const ERASURE = 'apps/scoring-worker/src/erasing/customer';
/** Score requests name customers in JSON. Their own module rewrites them, and the erasure calls it. */
const REQUESTS = 'libs/ingestion/src/score-requests/waiting-requests.sql.ts';

/** Columns that name a customer: by id, by the merchant's own id, or as the previous owner of an order. */
const NAMES_A_CUSTOMER = /^(customerIds?|movedFrom|externalId)$/;

/** Tables with rows that are deleted with the row in `customers`, by a foreign key. */
const GONE_WITH_THE_CUSTOMER = [
  'customer_categories',
  'customer_notes',
  'customer_traits',
  'past_named',
  'segment_customers',
  'shop_customers',
];

function tablesThatNameCustomers(): string[] {
  const { tables, columns } = getMetadataArgsStorage();
  const naming = new SnakeNaming();
  const found = ALL_ENTITIES.filter((entity) =>
    columns.some(({ target, propertyName }) => target === entity && NAMES_A_CUSTOMER.test(propertyName)),
  );
  return found.map((entity) => tables.find(({ target }) => target === entity)?.name ?? naming.tableName(entity.name, undefined)).toSorted();
}

function tablesThatErasureChanges(): string[] {
  const files = readdirSync(ERASURE)
    .filter((name) => name.endsWith('.sql.ts'))
    .map((name) => path.join(ERASURE, name));
  const sql = [...files, REQUESTS].map((file) => readFileSync(file, 'utf8')).join('\n');
  return Array.from(sql.matchAll(/\b(?:DELETE FROM|UPDATE) (\w+)\b/g), ([, table]) => table ?? '');
}

describe('erasing a customer', () => {
  it('covers every table that has a column for a customer', () => {
    const tables = tablesThatNameCustomers();
    expect(tables.length).toBeGreaterThan(10);
    const covered = new Set([...tablesThatErasureChanges(), ...GONE_WITH_THE_CUSTOMER]);
    expect(tables.filter((table) => !covered.has(table))).toEqual([]);
  });
});
