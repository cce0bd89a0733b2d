import { type KeyScope, LIMITS } from '#libs/core';
import { type Database } from '#libs/database';
import { recordAudit, requireRoomForKey } from '#libs/tenants';
import { ApiKeyEntity } from '#libs/entities';
import { type NewKey, storeKey } from './store-key.js';
import { findTenant } from './tenants.js';

interface CreatedKey {
  readonly tenant_id: string;
  readonly api_key: string;
  readonly prefix: string;
  readonly scope: KeyScope;
}

/** Creates another key of a tenant. @throws AppError `conflict` when another valid key has the name, or there are too many */
export async function createKey(database: Database, nameOrId: string, wanted: NewKey): Promise<CreatedKey> {
  const tenantId = await findTenant(database, nameOrId);
  const { key, prefix } = await database.transaction(tenantId, async (db) => {
    await db.lockTenant();
    if (!wanted.isMain) await requireRoomForKey(db, wanted.name, null, new Date());
    return storeKey(db, wanted);
  });
  return { tenant_id: tenantId, api_key: key, prefix, scope: wanted.scope };
}

/** Ends a key. Processes of the API refuse it when their cache of keys is older than five seconds. */
export async function revokeKey(database: Database, nameOrId: string, prefix: string): Promise<{ tenant_id: string; revoked: number }> {
  const tenantId = await findTenant(database, nameOrId);
  const revoked = await database.transaction(tenantId, async (db) => {
    await db.lockTenant();
    const now = new Date();
    const keys = (await db.repository(ApiKeyEntity).find({ prefix })).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    for (const { id, name } of keys) {
      await db.repository(ApiKeyEntity).update({ id }, { expiresAt: now });
      await recordAudit(db, { action: 'api_key.revoked', actor: { kind: 'admin' }, details: { prefix, name } }, now);
    }
    return keys.length;
  });
  return { tenant_id: tenantId, revoked };
}

interface KeyLine {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly prefix: string;
  readonly is_main: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
}

// Needs the primary key of api_keys.
const LIST = `
SELECT id, name, scope, prefix, is_main, created_at, last_used_at, expires_at FROM api_keys
WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at DESC, id DESC`;

/** Lists the keys of a tenant, newest first, with those that ended within the last 30 days. */
export async function listKeys(database: Database, nameOrId: string): Promise<KeyLine[]> {
  const tenantId = await findTenant(database, nameOrId);
  const keptFrom = new Date(new Date().getTime() - LIMITS.endedKeyKeptMs);
  return database.transaction(tenantId, (db) => db.query<KeyLine>(LIST, [keptFrom]));
}
