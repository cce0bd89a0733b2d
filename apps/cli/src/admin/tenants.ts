import { existsSync, readFileSync } from 'node:fs';
import { isUuid, newId, type PlanId, readTimeZone, type TenantId, toTenantId } from '#libs/core';
import { hashApiKey } from '#libs/credentials';
import { type Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { TenantEntity } from '#libs/entities';
import { writePrivate } from './private-file.js';
import { MAIN_KEY, storeKey } from './store-key.js';

export interface NewTenant {
  readonly name: string;
  readonly plan: PlanId;
  readonly currency: string;
  readonly timezone: string;
  /** Requests per minute agreed with the tenant; default: the limit of the plan. */
  readonly rateLimit?: number;
}

interface TenantLine {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  /** A larger plan that an owner has asked for; null: none. `tenant update --plan` answers it. */
  readonly requested_plan: string | null;
  readonly currency: string;
  /** Since when the tenant is suspended; null: it works. */
  readonly suspended_at: Date | null;
  /** The time at which the tenant will be deleted; null: never. */
  readonly deletes_at: Date | null;
  /** Rows that are deleted so far; null while the deletion has not begun. */
  readonly rows_deleted: string | null;
}

const LIST = `
SELECT t.id, t.name, t.plan, t.requested_plan, t.currency, t.suspended_at, d.due_at AS deletes_at, CASE WHEN d.started_at IS NOT NULL THEN d.rows_deleted END AS rows_deleted
FROM tenants t LEFT JOIN tenant_deletions d ON d.tenant_id = t.id ORDER BY t.created_at`;

/** Creates a tenant. @returns its API key, which is not shown again: the database holds only its hash. */
export async function createTenant(database: Database, tenant: NewTenant): Promise<{ tenant_id: string; api_key: string; prefix: string }> {
  const tenantId = toTenantId(newId());
  const currency = currencyOf(tenant.currency);
  const timezone = timezoneOf(tenant.timezone);
  const { key, prefix } = await database.transaction(tenantId, async (db) => {
    await db
      .repository(TenantEntity)
      .insert({ name: tenant.name, plan: tenant.plan, currency, timezone, rateLimitPerMinute: tenant.rateLimit ?? null });
    await recordAudit(db, { action: 'tenant.created', actor: { kind: 'admin' }, details: { plan: tenant.plan } }, new Date());
    return storeKey(db, MAIN_KEY);
  });
  return { tenant_id: tenantId, api_key: key, prefix };
}

/**
 * Finds the tenant by the key in the file, else by name, or creates it. Names are not unique. A given rate limit also applies to an
 * existing tenant.
 * @param keyFile receives a working key of the tenant; only this account can read it.
 */
export async function ensureTenant(
  database: Database,
  tenant: NewTenant,
  keyFile: string,
): Promise<{ tenant_id: string; created: boolean }> {
  const kept = await tenantOfKey(database, keyFile);
  const existing = kept === null ? await findTenants(database, tenant.name) : [];
  if (kept === null && existing.length === 0) {
    const made = await createTenant(database, tenant);
    writePrivate(keyFile, made.api_key);
    return { tenant_id: made.tenant_id, created: true };
  }
  const tenantId = kept ?? theOne(existing, tenant.name);
  const { rateLimit } = tenant;
  if (rateLimit !== undefined) {
    await database.transaction(tenantId, (db) => db.repository(TenantEntity).update({}, { rateLimitPerMinute: rateLimit }));
  }
  if (kept === null) {
    const { key } = await database.transaction(tenantId, async (db) => {
      await db.lockTenant();
      return storeKey(db, MAIN_KEY);
    });
    writePrivate(keyFile, key);
  }
  return { tenant_id: tenantId, created: false };
}

export const listTenants = (database: Database): Promise<TenantLine[]> =>
  database.acrossTenants('find tenant', (send) => send(LIST, [])) as Promise<unknown[]> as Promise<TenantLine[]>;

/** @throws when no tenant has this name or id, or several have this name. */
export const findTenant = async (database: Database, nameOrId: string): Promise<TenantId> =>
  theOne(await findTenants(database, nameOrId), nameOrId);

async function findTenants(database: Database, nameOrId: string): Promise<TenantLine[]> {
  const tenants = await listTenants(database);
  return tenants.filter(({ id, name }) => (isUuid(nameOrId) ? id === nameOrId.toLowerCase() : name === nameOrId));
}

function theOne(tenants: readonly TenantLine[], nameOrId: string): TenantId {
  const [tenant, another] = tenants;
  if (tenant === undefined) throw new Error(`there is no tenant "${nameOrId}"; "admin tenant list" shows all tenants`);
  if (another !== undefined) throw new Error(`${tenants.length} tenants have the name "${nameOrId}": use the id`);
  return toTenantId(tenant.id);
}

async function tenantOfKey(database: Database, keyFile: string): Promise<TenantId | null> {
  if (!existsSync(keyFile)) return null;
  const owner = await database.findApiKey(hashApiKey(readFileSync(keyFile, 'utf8').trim()));
  const isLive = owner !== null && (owner.expires_at === null || owner.expires_at > new Date());
  return isLive ? toTenantId(owner.tenant_id) : null;
}

function currencyOf(code: string): string {
  if (/^[A-Za-z]{3}$/.test(code)) return code.toUpperCase();
  throw new Error(`--currency is "${code}": it must be a three-letter ISO 4217 code, such as EUR`);
}

function timezoneOf(zone: string): string {
  const known = readTimeZone(zone);
  if (known === null) throw new Error(`--timezone is "${zone}": it must be a canonical IANA name, such as Europe/Berlin`);
  return known;
}
