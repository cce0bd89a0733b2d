import { DAY_MS, newId, type UserId } from '#libs/core';
import { newMailedToken } from '#libs/credentials';
import type { TenantDb } from '#libs/database';
import type { SecretBox } from '#libs/tenants';
import { type Mail, type MailTimes, queueMail, type StopLink } from '#libs/mail';

/** The place that a mail to a reader is about, and its links. */
export interface MailPlace {
  /** The name of the shop, as the tenant wrote it. */
  readonly shop: string;
  /** Without a slash at its end. */
  readonly dashboardUrl: string;
  readonly stop: StopLink;
}

/** The addresses of the service, without a slash at their ends. */
export interface MailLinks {
  readonly dashboardUrl: string;
  readonly publicUrl: string;
}

/** People find old mails. */
const STOP_LINK_MS = 180 * DAY_MS;

// Needs the primary key: a tenant has few people. An unverified address may belong to a stranger who never asked for our mails.
const READERS = `
SELECT u.id, u.email, t.name FROM users u JOIN tenants t ON t.id = $1
WHERE u.tenant_id = $1 AND u.weekly_mail AND u.verified_at IS NOT NULL ORDER BY u.id`;

/** A person who gets the weekly mail. */
export interface Reader {
  readonly id: UserId;
  readonly email: string;
  /** The name of the tenant. */
  readonly name: string;
}

export const readReaders = (db: TenantDb): Promise<Reader[]> => db.query<Reader>(READERS);

// Needs the index mailed_links_by_user.
const FORGET = `DELETE FROM mailed_links WHERE tenant_id = $1 AND user_id = $2 AND purpose = 'stop_weekly_mail' AND expires_at <= $3`;
const INSERT = `
INSERT INTO mailed_links (tenant_id, id, user_id, purpose, token_hash, created_at, expires_at)
VALUES ($1, $2, $3, 'stop_weekly_mail', $4, $5, $6)`;

/** Queues a mail to a reader, with a link that stops these mails without a sign-in. */
export async function queueToReader(
  db: TenantDb,
  reader: Reader,
  { box, links, times }: { readonly box: SecretBox; readonly links: MailLinks; readonly times: MailTimes },
  compose: (to: string, place: MailPlace) => Mail,
): Promise<void> {
  const id = newId();
  const { token, hash } = newMailedToken(db.tenantId, id);
  await db.query(FORGET, [reader.id, times.now]);
  await db.query(INSERT, [id, reader.id, hash, times.now, new Date(times.now.getTime() + STOP_LINK_MS)]);
  const stop = {
    page: `${links.dashboardUrl}/stop-weekly-mail#token=${token}`,
    oneClick: `${links.publicUrl}/api/v1/auth/stop-weekly-mail?token=${token}`,
  };
  await queueMail(db, box, compose(reader.email, { shop: reader.name, dashboardUrl: links.dashboardUrl, stop }), times);
}
