import { readSecretKeys, SECRET_KEYS_RULE } from '#libs/config';
import { HOUR_MS } from '#libs/core';
import { type Database } from '#libs/database';
import { recordAudit, rotateWebhookSecret, SecretBox } from '#libs/tenants';
import { findTenant } from './tenants.js';

/** One week, the same limit as in the settings. With a longer grace period the old secret would stay in use. */
const LONGEST_GRACE_HOURS = 168;

interface WebhookSecretLine {
  readonly tenant_id: string;
  readonly secret: string;
  readonly created_at: Date;
  readonly previous_secret_expires_at: Date | null;
}

/**
 * Gives a tenant a new webhook secret.
 * @param graceHours how long the previous secret stays valid.
 * @param secretsKey as in SECRETS_KEY.
 * @returns the secret, which is not shown again: the database holds it encrypted.
 */
export async function createWebhookSecret(
  database: Database,
  nameOrId: string,
  graceHours: string,
  secretsKey: string,
): Promise<WebhookSecretLine> {
  const graceMs = graceOf(graceHours) * HOUR_MS;
  const keys = readSecretKeys(secretsKey);
  if (keys === null) throw new Error(`SECRETS_KEY is not usable: it must be ${SECRET_KEYS_RULE}`);
  const tenantId = await findTenant(database, nameOrId);
  const now = new Date();
  const made = await database.transaction(tenantId, async (db) => {
    const rotated = await rotateWebhookSecret(db, new SecretBox(keys), now, graceMs);
    await recordAudit(db, { action: 'webhook_secret.created', actor: { kind: 'admin' }, details: { hint: rotated.hint } }, now);
    return rotated;
  });
  return { tenant_id: tenantId, secret: made.secret, created_at: made.createdAt, previous_secret_expires_at: made.previousExpiresAt };
}

function graceOf(hours: string): number {
  if (/^\d{1,3}$/.test(hours) && Number(hours) <= LONGEST_GRACE_HOURS) return Number(hours);
  throw new Error(`--grace-hours is "${hours}": it must be a whole number from 0 to ${LONGEST_GRACE_HOURS}`);
}
