import { randomBytes } from 'node:crypto';
import { newId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';
import { sealedPlace } from './sealed-columns.js';
import type { SecretBox } from './secret-box.js';

const KEY_BYTES = 32;

const FIND = 'SELECT id, ciphertext, key_id FROM pseudonym_keys WHERE tenant_id = $1';
// Of two who make one at once, one is kept.
const MAKE = 'INSERT INTO pseudonym_keys (tenant_id, id, ciphertext, key_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';

/**
 * The key that the tenant's pseudonyms are made with; it is made when it is first asked for, and never changes.
 * @returns 32 bytes.
 * @throws AppError `service_unavailable` when it cannot be opened.
 */
export async function pseudonymKeyOf(db: TenantDb, box: SecretBox): Promise<Buffer> {
  const find = (): Promise<{ id: string; ciphertext: Buffer; key_id: string }[]> => db.query(FIND);
  let [row] = await find();
  if (row === undefined) {
    const id = newId();
    const { ciphertext, keyId } = box.seal(randomBytes(KEY_BYTES).toString('base64'), sealedPlace('pseudonym_keys', db.tenantId, id));
    await db.query(MAKE, [id, ciphertext, keyId]);
    [row] = await find();
  }
  if (row === undefined) throw new Error('a pseudonym key was made and is not there');
  const place = sealedPlace('pseudonym_keys', db.tenantId, row.id);
  return Buffer.from(box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, place), 'base64');
}
