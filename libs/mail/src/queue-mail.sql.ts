import { newId, type TenantId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { type SecretBox, sealedPlace } from '#libs/tenants';
import { MailEntity } from '#libs/entities';
import type { Mail } from './mail.js';

/** The context that the encrypted text of a mail is bound to. */
export const mailPlace = (tenantId: TenantId, id: string): string => sealedPlace('mails', tenantId, id);

/** The time from which a mail may be sent, and the time after which it is deleted unsent. */
export interface MailTimes {
  readonly now: Date;
  readonly lifetimeMs: number;
}

/** Queues a mail. An API process sends it after the transaction has committed, and only then. */
export async function queueMail(db: TenantDb, box: SecretBox, mail: Mail, times: MailTimes): Promise<void> {
  const id = newId();
  const { ciphertext, keyId } = box.seal(JSON.stringify(mail), mailPlace(db.tenantId, id));
  const expiresAt = new Date(times.now.getTime() + times.lifetimeMs);
  await db.repository(MailEntity).insert({ id, ciphertext, keyId, nextAttemptAt: times.now, expiresAt });
}

// Needs the primary key: a tenant has few people. A repository would read their password hashes too.
// An address that nobody has verified may belong to somebody who never asked for our mails.
const OWNERS = `SELECT email FROM users WHERE tenant_id = $1 AND (role = 'owner' OR email = $2) AND verified_at IS NOT NULL ORDER BY id`;

/**
 * Queues a separate mail to each owner of the tenant with a verified address.
 * @param compose makes the mail to an address.
 * @param alsoTo another person of the tenant who gets the mail, by address; null: nobody.
 */
export async function queueMailToOwners(
  db: TenantDb,
  box: SecretBox,
  compose: (to: string) => Mail,
  times: MailTimes,
  alsoTo: string | null = null,
): Promise<void> {
  for (const { email } of await db.query<{ email: string }>(OWNERS, [alsoTo])) await queueMail(db, box, compose(email), times);
}
