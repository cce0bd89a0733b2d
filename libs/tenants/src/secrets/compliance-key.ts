import { createHmac } from 'node:crypto';
import type { TenantDb } from '#libs/database';
import { pseudonymKeyOf } from './pseudonym-keys.js';
import type { SecretBox } from './secret-box.js';

/** Pseudonyms are HMACs of texts without capitals, so no pseudonym equals the key. */
const PURPOSE = 'Compliance Address';

/**
 * Returns the key in the address for the privacy calls of the tenant's own app, base64url. It never changes.
 * @throws AppError `service_unavailable` when the key of the tenant cannot be opened
 */
export async function complianceKeyOf(db: TenantDb, box: SecretBox): Promise<string> {
  return createHmac('sha256', await pseudonymKeyOf(db, box))
    .update(PURPOSE)
    .digest('base64url');
}
