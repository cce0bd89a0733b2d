import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { type CustomerId, customerIdOf, newId, type TenantId, toTenantId } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { divide, partitionOf, toContent } from '#libs/ingestion';
import { customerIds } from '../load/event-batches.js';
import { fillNamed, forgetNames } from '../recalculation/fill-history.sql.js';

/** A shop with years of history. */
export interface GrownShop {
  readonly tenantId: TenantId;
  readonly apiKey: string;
  readonly customers: number;
}

const ROWS_AT_ONCE = 20_000;

// CASCADE empties what belongs to the customers too: history and days.
const EMPTY = `
TRUNCATE customers, events, orders, score_requests, daily_score_changes, outbox, churn_jobs, churn_job_parts CASCADE`;

const INSERT_TENANT = `
INSERT INTO tenants (id, name, plan, currency, rate_limit_per_minute) VALUES ($1, 'Benchmark', 'enterprise', 'EUR', 1000000000)`;
const INSERT_KEY = `INSERT INTO api_keys (tenant_id, id, key_hash, prefix, name, scope, is_main, number) VALUES ($1, $2, $3, $4, 'Main key', 'all', true, 1)`;
const NAME = 'INSERT INTO named SELECT * FROM unnest($1::uuid[], $2::text[])';

/** Empties the tables and fills them with shops of equal size. Each customer has five orders and no score yet. */
export async function openGrownShops(owner: Client, shops: number, customers: number): Promise<GrownShop[]> {
  await owner.query(EMPTY);
  const opened: GrownShop[] = [];
  for (let shop = 0; shop < shops; shop += 1) opened.push(await openShop(owner, customers));
  await owner.query('VACUUM ANALYZE customers, events, orders');
  return opened;
}

async function openShop(owner: Client, customers: number): Promise<GrownShop> {
  const tenantId = toTenantId(randomUUID());
  const { key, hash, prefix } = newApiKey();
  await owner.query(INSERT_TENANT, [tenantId]);
  await owner.query(INSERT_KEY, [tenantId, newId(), hash, prefix]);
  // Uses the customer names of the event batches, and the ids that ingest derives from them.
  const names = customerIds(customers);
  await forgetNames(owner);
  for (let from = 0; from < names.length; from += ROWS_AT_ONCE) {
    const chunk = names.slice(from, from + ROWS_AT_ONCE);
    await owner.query(NAME, [chunk.map((name) => customerIdOf(tenantId, name)), chunk]);
  }
  await fillNamed(owner, tenantId);
  return { tenantId, apiKey: key, customers };
}

const ASK = 'INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content) VALUES ($1, false, $2, $3, $4, $5)';
/** Customers of one request, as many as a batch of events names. */
const ASKED_AT_ONCE = 100;

/** Writes score requests for customers spread evenly over each shop, in one transaction. @returns the number of customers. */
export async function askForScores(owner: Client, shops: readonly GrownShop[], inAll: number): Promise<number> {
  let asked = 0;
  await owner.query('BEGIN');
  for (const { tenantId, customers } of shops) {
    const wanted = Math.min(customers, Math.floor(inAll / shops.length));
    const ids = await owner.query<{ id: string }>(
      'SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers WHERE tenant_id = $1) c WHERE n % $2 = 0 LIMIT $3',
      [tenantId, Math.max(1, Math.floor(customers / wanted)), wanted],
    );
    const all = ids.rows.map(({ id }) => id as CustomerId);
    for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
      const others = all.slice(from, from + ASKED_AT_ONCE);
      for (const [partition, request] of divide({ customers: [], orders: [], others, restated: [] }, partitionOf))
        await owner.query(ASK, [tenantId, partition, newId(), request.others, toContent(request)]);
    }
    asked += all.length;
  }
  await owner.query('COMMIT');
  return asked;
}
