import { randomBytes } from 'node:crypto';
import { newId } from '#libs/core';
import { PseudonymKeyEntity } from '#libs/entities';
import type { TenantDb } from '#libs/database';
import { sealedPlace } from './sealed-columns.js';
import type { SecretBox } from './secret-box.js';

const KEY_BYTES = 32;

/**
 * Returns the key of the tenant's pseudonyms, 32 bytes. The first call creates it; it never changes.
 * @throws AppError `service_unavailable` when the key cannot be opened
 */
export async function pseudonymKeyOf(db: TenantDb, box: SecretBox): Promise<Buffer> {
  const keys = db.repository(PseudonymKeyEntity);
  let row = await keys.findOne({});
  if (row === null) {
    const id = newId();
    const { ciphertext, keyId } = box.seal(randomBytes(KEY_BYTES).toString('base64'), sealedPlace('pseudonym_keys', db.tenantId, id));
    // When two transactions create a key at the same moment, the first one counts for both.
    await keys.insertIfAbsent({ id, ciphertext, keyId });
    row = await keys.findOne({});
  }
  if (row === null) throw new Error('the pseudonym key of the tenant was stored and cannot be found');
  const place = sealedPlace('pseudonym_keys', db.tenantId, row.id);
  return Buffer.from(box.open(row, place), 'base64');
}
