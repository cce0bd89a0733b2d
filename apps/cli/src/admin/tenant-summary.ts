import type { TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { readEndpoints } from './endpoints/list-endpoints.js';
import { findTenant } from './tenants.js';

interface Row {
  readonly [field: string]: unknown;
}

/** A tenant for support: sizes, backlog and states, and nothing that says who its customers are or what they did. */
interface TenantSummary {
  readonly tenant_id: TenantId;
  readonly [part: string]: unknown;
}

const TENANT = `
SELECT name, plan, currency, timezone, rate_limit_per_minute, horizon_days, retention_months, created_at, suspended_at,
       (SELECT count(*)::int FROM users WHERE tenant_id = $1) AS users,
       (SELECT count(*)::int FROM api_keys WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > now())) AS api_keys
FROM tenants WHERE id = $1`;

const CUSTOMERS = `
SELECT count(*)::int AS customers, count(score)::int AS scored, max(last_activity_at) AS last_activity_at, max(calculated_at) AS last_scored_at
FROM customers WHERE tenant_id = $1`;

const BACKLOG = `
SELECT (SELECT count(*)::int FROM score_requests WHERE tenant_id = $1 AND NOT backfill AND NOT set_aside) AS fresh_requests,
       (SELECT count(*)::int FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside) AS backfill_requests,
       (SELECT count(*)::int FROM score_requests WHERE tenant_id = $1 AND set_aside) AS set_aside,
       (SELECT min(due_at) FROM score_requests WHERE tenant_id = $1) AS oldest_request_at,
       (SELECT count(*)::int FROM outbox WHERE tenant_id = $1) AS outbox_events,
       (SELECT count(*)::int FROM mails WHERE tenant_id = $1) AS mails`;

const MODELS = `
SELECT version, status, horizon_days, customers, fitted_at FROM models WHERE tenant_id = $1 ORDER BY fitted_at DESC LIMIT 5`;

const JOBS = `
SELECT id, type, status, queued, processed, failed, error, created_at, finished_at
FROM churn_jobs WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 20`;

/** Reads the summary of a tenant. It changes nothing. */
export async function showTenant(database: Database, nameOrId: string): Promise<TenantSummary> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => ({
    tenant_id: tenantId,
    ...(await one(db, TENANT)),
    ...(await one(db, CUSTOMERS)),
    backlog: await one(db, BACKLOG),
    models: await db.query<Row>(MODELS),
    endpoints: await readEndpoints(db),
    jobs: await db.query<Row>(JOBS),
  }));
}

const one = async (db: TenantDb, sql: string): Promise<Row> => (await db.query<Row>(sql))[0] ?? {};
