import type { KeyScope } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { type TenantDb } from '#libs/database';
import { insertApiKey, MAIN_KEY_NAME, recordAudit } from '#libs/tenants';

export interface NewKey {
  readonly name: string;
  readonly scope: KeyScope;
  readonly isMain: boolean;
  readonly expiresAt: Date | null;
}

/** A second main key: `POST /tenant/api-key/regenerate` replaces both. */
export const MAIN_KEY: NewKey = { name: MAIN_KEY_NAME, scope: 'all', isMain: true, expiresAt: null };

/** Stores a key in the transaction, which holds the lock of the tenant. @returns the key itself, which is not shown again */
export async function storeKey(db: TenantDb, { name, scope, isMain, expiresAt }: NewKey): Promise<{ key: string; prefix: string }> {
  const now = new Date();
  const { key, hash, prefix } = newApiKey();
  await insertApiKey(db, { hash, prefix, name, scope, isMain, expiresAt, createdBy: null }, now);
  const details = { prefix, name, scope, expires_at: expiresAt?.toISOString() ?? null };
  await recordAudit(db, { action: 'api_key.created', actor: { kind: 'admin' }, details }, now);
  return { key, prefix };
}
