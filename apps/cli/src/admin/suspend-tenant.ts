import type { TenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { TenantEntity } from '#libs/entities';
import { recordAudit } from '#libs/tenants';
import { findTenant } from './tenants.js';

interface SuspendedTenant {
  readonly tenant_id: TenantId;
  /** Null: the tenant works. */
  readonly suspended_at: Date | null;
}

/** Suspends or resumes a tenant. All processes notice within 5 seconds. Repeating the call changes nothing. @throws when the tenant does not exist */
export async function suspendTenant(database: Database, nameOrId: string, isSuspended: boolean): Promise<SuspendedTenant> {
  const tenantId = await findTenant(database, nameOrId);
  const now = new Date();
  const suspendedAt = await database.transaction(tenantId, async (db) => {
    await db.lockTenant();
    const tenants = db.repository(TenantEntity);
    const before = (await tenants.findOne({}))?.suspendedAt ?? null;
    if ((before !== null) === isSuspended) return before;
    const after = isSuspended ? now : null;
    await tenants.update({}, { suspendedAt: after });
    await recordAudit(db, { action: isSuspended ? 'tenant.suspended' : 'tenant.resumed', actor: { kind: 'admin' } }, now);
    return after;
  });
  return { tenant_id: tenantId, suspended_at: suspendedAt };
}
