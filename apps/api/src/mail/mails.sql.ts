import { type TenantId, toTenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import type { SecretBox } from '#libs/tenants';
import { type Mail, mailPlace } from '#libs/mail';

/** A mail that this process may send until its lease ends. */
export interface ClaimedMail {
  readonly id: string;
  readonly attempts: number;
  readonly ciphertext: Buffer;
  readonly key_id: string;
  readonly expires_at: Date;
}

/** @throws AppError `service_unavailable` when the mail cannot be decrypted. */
export const openMail = (tenantId: TenantId, box: SecretBox, { id, ciphertext, key_id: keyId }: ClaimedMail): Mail =>
  JSON.parse(box.open({ ciphertext, keyId }, mailPlace(tenantId, id))) as Mail;

// Needs the index mails_due. The tenant with the longest waiting mail comes first, so a thousand mails of one tenant do not delay the others.
const TENANTS_WITH_DUE = `
SELECT tenant_id FROM mails WHERE next_attempt_at <= $1 GROUP BY tenant_id ORDER BY min(next_attempt_at) LIMIT $2`;

export async function tenantsWithDueMails(database: Database, now: Date, limit: number): Promise<TenantId[]> {
  // Mails of a tenant leave while it is suspended, and the last ones while it is being deleted.
  const rows = await database.acrossTenants('find due mails', (send) => send(TENANTS_WITH_DUE, [now, limit]));
  return rows.map((row) => toTenantId(String(row['tenant_id'])));
}

// Needs the primary key. Takes the longest waiting mail of a tenant, which has few. Skips mails that another process has claimed.
const CLAIM = `
UPDATE mails SET attempts = attempts + 1, next_attempt_at = $3
WHERE tenant_id = $1 AND id = (SELECT id FROM mails WHERE tenant_id = $1 AND next_attempt_at <= $2
                               ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, attempts, ciphertext, key_id, expires_at`;

/** @returns null when no mail is due. @param leaseUntil the time at which the mail is due again if this process does not finish it. */
export async function claimMail(db: TenantDb, now: Date, leaseUntil: Date): Promise<ClaimedMail | null> {
  const [mail] = await db.query<ClaimedMail>(CLAIM, [now, leaseUntil]);
  return mail ?? null;
}

const REMOVE = 'DELETE FROM mails WHERE tenant_id = $1 AND id = $2';
const POSTPONE = 'UPDATE mails SET next_attempt_at = $3 WHERE tenant_id = $1 AND id = $2';

export async function removeMail(db: TenantDb, id: string): Promise<void> {
  await db.query(REMOVE, [id]);
}

export async function postponeMail(db: TenantDb, id: string, until: Date): Promise<void> {
  await db.query(POSTPONE, [id, until]);
}
