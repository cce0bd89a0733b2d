import type { TenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { cancelDeletion, findDeletion, recordAudit, scheduleDeletion, type SecretBox } from '#libs/tenants';
import { queueSecurityNotice } from '#libs/mail';
import { findTenant, listTenants } from './tenants.js';

const ADMIN = { kind: 'admin' } as const;

interface ScheduledDeletion {
  readonly tenant_id: TenantId;
  readonly deletes_at: Date | null;
}

/** The words that an operator types to delete a tenant. */
export interface DeletionInput {
  readonly tenant: string;
  /** The name of the tenant, as proof that it is the right one. */
  readonly confirm: string;
  /** True: without the days of grace. */
  readonly now: boolean;
}

/**
 * Schedules the deletion of a tenant and mails its owners. Workers delete it. An earlier deletion is replaced unless it has begun.
 * @throws when `confirm` is not the name of the tenant.
 */
export async function deleteTenant(database: Database, input: DeletionInput, box: SecretBox): Promise<ScheduledDeletion> {
  const tenantId = await findTenant(database, input.tenant);
  const { name } = (await listTenants(database)).find(({ id }) => id === tenantId) ?? {};
  if (input.confirm !== name) throw new Error(`--confirm is "${input.confirm}": it must be the name of the tenant, "${name}"`);
  const now = new Date();
  const deletesAt = await database.transaction(tenantId, async (db) => {
    await cancelDeletion(db);
    const isNew = await scheduleDeletion(db, { by: null, now, ...(input.now && { graceMs: 0 }) });
    const dueAt = (await findDeletion(db))?.dueAt ?? null;
    if (isNew && dueAt !== null) {
      const on = dueAt.toISOString().slice(0, 10);
      await recordAudit(db, { action: 'tenant.deletion_requested', actor: ADMIN, details: { deletes_at: dueAt.toISOString() } }, now);
      await queueSecurityNotice(db, box, { kind: 'deletion_requested', by: null, on }, now);
    }
    return dueAt;
  });
  return { tenant_id: tenantId, deletes_at: deletesAt };
}

/** Cancels the deletion of a tenant and mails its owners. @throws when there is none, or it has begun. */
export async function keepTenant(database: Database, nameOrId: string, box: SecretBox): Promise<{ tenant_id: TenantId }> {
  const tenantId = await findTenant(database, nameOrId);
  const now = new Date();
  await database.transaction(tenantId, async (db) => {
    if (!(await cancelDeletion(db))) throw new Error(`nothing will delete "${nameOrId}", or its deletion has begun`);
    await recordAudit(db, { action: 'tenant.deletion_cancelled', actor: ADMIN }, now);
    await queueSecurityNotice(db, box, { kind: 'deletion_cancelled', by: null }, now);
  });
  return { tenant_id: tenantId };
}
