import { readSecretKeys, SECRET_KEYS_RULE } from '#libs/config';
import { type TenantId, toTenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { resealSecrets, type SealedColumn, SEALED_COLUMNS, SecretBox } from '#libs/tenants';
import { listTenants } from './tenants.js';

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface KeyRotation {
  /** Name of the key that now encrypts all secrets. */
  readonly key_id: string;
  readonly resealed: number;
  /** Secrets that no key of SECRETS_KEY decrypts, as table/tenant/row. */
  readonly unopened: readonly string[];
}

/**
 * Encrypts every stored secret with the first key of SECRETS_KEY, one batch per transaction, while the processes run. Finished batches
 * stay, so you can stop the rotation and start it again.
 * @param secretsKey the value of SECRETS_KEY: the new key first, then the keys to remove.
 */
export async function rotateKeys(database: Database, secretsKey: string): Promise<KeyRotation> {
  const keys = readSecretKeys(secretsKey);
  if (keys === null) throw new Error(`SECRETS_KEY is not usable: it must be ${SECRET_KEYS_RULE}`);
  const box = new SecretBox(keys);
  const rotation = { key_id: box.newestKeyId, resealed: 0, unopened: [] as string[] };
  for (const { id } of await listTenants(database)) {
    for (const column of SEALED_COLUMNS) await reseal(database, toTenantId(id), box, column, rotation);
  }
  return rotation;
}

async function reseal(
  database: Database,
  tenantId: TenantId,
  box: SecretBox,
  column: SealedColumn,
  rotation: { resealed: number; unopened: string[] },
): Promise<void> {
  for (let afterId: string | null = BEFORE_ALL; afterId !== null;) {
    const from: string = afterId;
    const batch = await database.transaction(tenantId, (db) => resealSecrets(db, box, column, from, BATCH));
    rotation.resealed += batch.resealed;
    rotation.unopened.push(...batch.unopened.map((id) => `${column.table}/${tenantId}/${id}`));
    afterId = batch.lastId;
  }
}
