import { DAY_MS, HOUR_MS, newId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { NoticeMailsEntity } from '#libs/entities';
import type { SecretBox } from '#libs/tenants';
import { addLine, type DigestMail, digestMail, lineOf } from './digest-mail.js';
import type { Mail } from './mail.js';
import { findOwners, mailPlace, type MailTimes, queueMail, replaceMail } from './queue-mail.sql.js';
import { securityMail, type SecurityNotice } from './security-mail.js';

/**
 * Queues a notice for the owners and the person that it concerns, in the transaction of the change. Unverified addresses get none. Each person
 * gets the first of a kind at once, and then one digest an hour, so that a thousand changes bury neither the first mail nor the mailbox.
 */
export async function queueSecurityNotice(db: TenantDb, box: SecretBox, notice: SecurityNotice, now: Date): Promise<void> {
  const about = 'about' in notice ? notice.about : null;
  for (const { id, email } of await findOwners(db, about)) {
    const mail = securityMail(email, notice);
    // A change of a person's own account has its own kind, so mails about other accounts never delay it.
    const kind = email === about ? `own ${notice.kind}` : notice.kind;
    await queueOrAddToDigest(db, box, { userId: id, kind, mail }, { now, lifetimeMs: DAY_MS });
  }
}

/**
 * Queues a notice about what happened to the tenant, to each owner with a verified address, at the same pace as a security notice.
 * @param notice.compose makes the mail to an address
 * @param times those of a mail that is sent at once
 */
export async function queueNoticeToOwners(
  db: TenantDb,
  box: SecretBox,
  { kind, compose }: { readonly kind: 'webhook_disabled' | 'shop_access_ended'; readonly compose: (to: string) => Mail },
  times: MailTimes,
): Promise<void> {
  for (const { id, email } of await findOwners(db, null))
    await queueOrAddToDigest(db, box, { userId: id, kind, mail: compose(email) }, times);
}

interface NoticeTo {
  readonly userId: string;
  readonly kind: string;
  readonly mail: Mail;
}

async function queueOrAddToDigest(db: TenantDb, box: SecretBox, { userId, kind, mail }: NoticeTo, times: MailTimes): Promise<void> {
  const { now } = times;
  const { mailed, digest_id: digestId } = await lockTimes(db, userId);
  const last = mailed[kind];
  if (last === undefined || Date.parse(last) <= now.getTime() - HOUR_MS) {
    await queueMail(db, box, mail, times);
    await noteTimes(db, userId, { ...mailed, [kind]: now.toISOString() }, digestId);
    return;
  }
  const line = lineOf(mail, now);
  const pending = digestId === null ? null : await lockDigest(db, digestId);
  if (pending === null) {
    const dueAt = new Date(now.getTime() + HOUR_MS);
    const id = newId();
    await queueMail(db, box, digestMail(mail.to, [line], 0), { now: dueAt, lifetimeMs: DAY_MS }, id);
    await noteTimes(db, userId, { ...mailed, [kind]: dueAt.toISOString() }, id);
    return;
  }
  const before = JSON.parse(
    box.open({ ciphertext: pending.ciphertext, keyId: pending.key_id }, mailPlace(db.tenantId, pending.id)),
  ) as DigestMail;
  await replaceMail(db, box, pending.id, addLine(before, line));
  await noteTimes(db, userId, { ...mailed, [kind]: pending.next_attempt_at.toISOString() }, pending.id);
}

interface NoticeTimes {
  /** The time at which the last mail with a notice of each kind left, or at which the digest with it will leave. */
  readonly mailed: Readonly<Record<string, string>>;
  readonly digest_id: string | null;
}

// Needs the primary key. The row is locked until the end of the transaction, so that two notices do not both begin a digest.
const LOCK_TIMES = `
INSERT INTO notice_mails AS n (tenant_id, user_id) VALUES ($1, $2)
ON CONFLICT (tenant_id, user_id) DO UPDATE SET user_id = excluded.user_id RETURNING n.mailed, n.digest_id`;

async function lockTimes(db: TenantDb, userId: string): Promise<NoticeTimes> {
  const [row] = await db.query<NoticeTimes>(LOCK_TIMES, [userId]);
  return row ?? { mailed: {}, digest_id: null };
}

const noteTimes = async (db: TenantDb, userId: string, mailed: NoticeTimes['mailed'], digestId: string | null): Promise<void> => {
  await db.repository(NoticeMailsEntity).update({ userId }, { mailed, digestId });
};

interface PendingDigest {
  readonly id: string;
  readonly ciphertext: Buffer;
  readonly key_id: string;
  readonly next_attempt_at: Date;
}

// Needs the primary key. The sender counts an attempt when it takes a mail, and skips a locked one.
const LOCK_DIGEST =
  'SELECT id, ciphertext, key_id, next_attempt_at FROM mails WHERE tenant_id = $1 AND id = $2 AND attempts = 0 FOR UPDATE';

/** @returns null when the digest has left, or is about to */
async function lockDigest(db: TenantDb, id: string): Promise<PendingDigest | null> {
  const [digest] = await db.query<PendingDigest>(LOCK_DIGEST, [id]);
  return digest ?? null;
}
