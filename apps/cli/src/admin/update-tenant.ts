import type { PlanId, TenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { TenantEntity } from '#libs/entities';
import { findTenant } from './tenants.js';

/** The changes that an operator asks for; an absent field stays. */
export interface TenantUpdate {
  readonly name?: string;
  readonly plan?: PlanId;
  /** Requests per minute; null: the limit of the plan. */
  readonly rateLimit?: number | null;
}

/** Fields that the entry about the plan tells. */
const OF_PLAN: ReadonlySet<string> = new Set(['plan', 'requestedPlan']);

/** Changes name, plan and agreed limit of a tenant. Everything else is the owners' to change. */
export async function updateTenant(database: Database, nameOrId: string, update: TenantUpdate): Promise<{ tenant_id: TenantId }> {
  const tenantId = await findTenant(database, nameOrId);
  const { name, plan, rateLimit } = update;
  const changes = {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan, requestedPlan: null }),
    ...(rateLimit !== undefined && { rateLimitPerMinute: rateLimit }),
  };
  if (Object.keys(changes).length === 0) throw new Error('nothing to change: give --rename, --plan or --rate-limit');
  if (name?.trim() === '') throw new Error('--rename is empty: it must be a name');
  await database.transaction(tenantId, async (db) => {
    await db.repository(TenantEntity).update({}, changes);
    const now = new Date();
    if (plan !== undefined) await recordAudit(db, { action: 'plan.changed', actor: { kind: 'admin' }, details: { plan } }, now);
    if (Object.keys(changes).some((field) => !OF_PLAN.has(field))) {
      const fields = Object.keys(changes)
        .filter((field) => !OF_PLAN.has(field))
        .join(',');
      await recordAudit(db, { action: 'settings.changed', actor: { kind: 'admin' }, details: { fields } }, now);
    }
  });
  return { tenant_id: tenantId };
}
