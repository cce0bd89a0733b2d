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
export async function queueMail(db: TenantDb, box: SecretBox, mail: Mail, times: MailTimes, id = newId()): Promise<void> {
  const { ciphertext, keyId } = box.seal(JSON.stringify(mail), mailPlace(db.tenantId, id));
  const expiresAt = new Date(times.now.getTime() + times.lifetimeMs);
  await db.repository(MailEntity).insert({ id, ciphertext, keyId, nextAttemptAt: times.now, expiresAt });
}

// Needs the primary key: a tenant has few people. A repository would read their password hashes too. An unverified address may belong to a
// stranger who never asked for our mails.
const OWNERS = `SELECT id, email FROM users WHERE tenant_id = $1 AND (role = 'owner' OR email = $2) AND verified_at IS NOT NULL ORDER BY id`;

/**
 * Queues a separate mail to each owner of the tenant with a verified address.
 * @param compose makes the mail to an address.
 */
export async function queueMailToOwners(db: TenantDb, box: SecretBox, compose: (to: string) => Mail, times: MailTimes): Promise<void> {
  for (const { email } of await findOwners(db, null)) await queueMail(db, box, compose(email), times);
}

/** Replaces the text of a mail that waits. The caller has locked it. */
export async function replaceMail(db: TenantDb, box: SecretBox, id: string, mail: Mail): Promise<void> {
  const { ciphertext, keyId } = box.seal(JSON.stringify(mail), mailPlace(db.tenantId, id));
  await db.repository(MailEntity).update({ id }, { ciphertext, keyId });
}

/** Returns the owners with a verified address. @param alsoTo another person of the tenant, by address; null: no other person */
export const findOwners = (db: TenantDb, alsoTo: string | null): Promise<{ id: string; email: string }[]> => db.query(OWNERS, [alsoTo]);

// Needs the primary key: a tenant has few mails.
const SEND_WAITING = 'UPDATE mails SET next_attempt_at = $2 WHERE tenant_id = $1 AND next_attempt_at > $2 AND attempts = 0';

/** Makes mails due that wait for their time: digests of notices. */
export async function sendWaitingMails(db: TenantDb, now: Date): Promise<void> {
  await db.query(SEND_WAITING, [now]);
}
