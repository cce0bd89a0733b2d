import { Injectable } from '@nestjs/common';
import { type AppError, Clock, DAY_MS, type EmailAddress, invalid, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import {
  type AuditActor,
  cancelDeletion,
  claimLoginName,
  endApiKeys,
  endSessionsOf,
  markVerified,
  recordAudit,
  removeSecondFactor,
  setPassword,
} from '#libs/tenants';
import { takenOverMail } from '#libs/mail';
import { type MailedToken, readMailedToken } from '#libs/credentials';
import { lockCampaigns } from '#libs/campaigns';
import { DestinationEntity, WebhookSecretEntity } from '#libs/entities';
import { endConnection, forgetFirstShop } from '#libs/storefront';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { removeInvitationsOf } from '../members/invitations.sql.js';
import { removeYoungSecondFactor } from '../two-factor/two-factor.sql.js';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import { findLink, removeLinks, takeLink } from '../mailed-links/mailed-links.sql.js';
import { NewPasswords, wordsAbout } from '../users/new-passwords.js';
import type { ResetPasswordDto } from './password.dto.js';
import { ForgetAfterReset, type Reset } from './forget-after-reset.js';

/**
 * Sets a new password with a mailed token, and ends all sessions of the user. The mail proves that the address is theirs. A second factor
 * stays on, unless it is young or the address was never verified: then a stranger may have set it up.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: NewPasswords,
    private readonly outgoing: OutgoingMail,
    private readonly forgetAfterReset: ForgetAfterReset,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the address of the account. Its count of failed attempts is reset.
   * @throws AppError `validation_error` when the token is invalid, was used, or is older than an hour.
   */
  async reset(input: ResetPasswordDto, visitor: VisitorTraits): Promise<EmailAddress> {
    const token = readMailedToken(input.token);
    // Checked before the password is hashed, so that invented tokens cost next to nothing.
    const about = token === null ? null : await this.wordsAbout(token);
    if (token === null || about === null) throw wrongToken();
    const passwordHash = await this.passwords.hash(input.password, 'password', about);
    const reset = await this.database.transaction(token.tenantId, (db) => this.replace(db, token, passwordHash, visitor));
    this.outgoing.wakeSender();
    await this.forgetAfterReset.forget(reset);
    return reset.email;
  }

  /** @returns null when the token is not valid. */
  private wordsAbout(token: MailedToken): Promise<string[] | null> {
    return this.database.transaction(token.tenantId, async (db) => {
      const userId = await findLink(db, token, 'reset_password', this.clock.now());
      const user = userId === null ? null : await findUser(db, userId);
      return user === null ? null : wordsAbout(db, user.email);
    });
  }

  private async replace(db: TenantDb, token: MailedToken, passwordHash: string, { address }: VisitorTraits): Promise<Reset> {
    const now = this.clock.now();
    const userId = await takeLink(db, token, 'reset_password', now);
    const user = userId === null ? null : await findUser(db, userId);
    if (userId === null || user === null) throw wrongToken();
    // Otherwise the password has moved to another tenant, or a crash has left the person without one.
    if (user.password_hash === null && !(await claimLoginName(db, user))) throw wrongToken();
    await setPassword(db, userId, passwordHash, now);
    await endSessionsOf(db, userId, null);
    const endedKeys = user.is_verified ? await this.dropRecent(db, user, now) : await dropClaims(db, userId, now);
    await markVerified(db, userId, now);
    await removeLinks(db, userId, 'verify_email');
    const actor = { kind: 'user', userId } as const;
    await recordAudit(db, { action: 'user.password_reset', actor, address }, now);
    if (!user.is_verified) await recordAudit(db, { action: 'user.email_verified', actor, address, details: { claims_dropped: true } }, now);
    if (user.is_verified) await this.outgoing.notify(db, { kind: 'password_changed', about: user.email }, now);
    else await this.outgoing.queue(db, takenOverMail(user.email), { now, lifetimeMs: DAY_MS });
    return { tenantId: db.tenantId, email: user.email, endedKeys };
  }

  /**
   * Removes what a thief of a session or password may have set up to keep the owner out: a second factor that is young or not confirmed, and
   * open invitations. `ForgetAfterReset` removes those in the other tenants. API keys stay, because programs of the tenant use them.
   */
  private async dropRecent(db: TenantDb, { id, email }: LoginRow, now: Date): Promise<[]> {
    await removeInvitationsOf(db, id);
    if (!(await removeYoungSecondFactor(db, id, now))) return [];
    const details = { by_reset: true };
    await recordAudit(db, { action: 'user.two_factor_disabled', actor: { kind: 'user', userId: id }, details }, now);
    await this.outgoing.notify(db, { kind: 'two_factor_disabled', about: email }, now);
    return [];
  }
}

const wrongToken = (): AppError =>
  invalid('token', 'wrong', 'token is not valid, was used already, or is older than an hour: ask for another mail');

// Needs the primary keys of users and campaigns, and storefront_connections_live. A tenant has few of them.
const HAS_OTHER_OWNER = `
SELECT FROM users WHERE tenant_id = $1 AND id <> $2 AND role = 'owner' AND verified_at IS NOT NULL LIMIT 1`;
const PAUSE_CAMPAIGNS = `UPDATE campaigns SET status = 'paused', next_run_at = NULL, updated_at = $2 WHERE tenant_id = $1 AND status = 'active'`;
const FIND_LIVE = `
SELECT id FROM storefront_connections WHERE tenant_id = $1 AND (platform = 'woocommerce' OR own_app) AND status <> 'disconnected'`;
// A tenant has few ended connections.
const FORGET_OWN_APPS = `
DELETE FROM storefront_secrets WHERE tenant_id = $1 AND connection_id IN (SELECT id FROM storefront_connections WHERE tenant_id = $1 AND own_app)`;

/**
 * Removes what a stranger may have set up in an account before its address was verified. The second factor always goes. If no other owner has
 * a verified address, API keys, destinations and webhook secrets go too, campaigns pause, a connection whose secret the
 * stranger knows ends (WooCommerce, a merchant's own app), and a planned deletion is cancelled. Connections that the operator's app signs for stay. The caller ends the sessions.
 * @returns the hashes of the API keys that ended.
 */
async function dropClaims(db: TenantDb, userId: UserId, now: Date): Promise<Buffer[]> {
  await removeSecondFactor(db, userId);
  if ((await db.query(HAS_OTHER_OWNER, [userId])).length > 0) return [];
  const actor = { kind: 'user', userId } as const;
  await db.lockTenant();
  // A campaign that a session of before is about to store comes first, and is paused too.
  await lockCampaigns(db);
  const ended = await endApiKeys(db, 'all', now, now);
  await db.repository(DestinationEntity).delete({});
  await db.repository(WebhookSecretEntity).delete({});
  await db.query(PAUSE_CAMPAIGNS, [now]);
  await endOwnSecrets(db, actor, now);
  await forgetFirstShop(db);
  if (await cancelDeletion(db)) await recordAudit(db, { action: 'tenant.deletion_cancelled', actor }, now);
  return ended.map(({ key_hash: hash }) => hash);
}

async function endOwnSecrets(db: TenantDb, actor: AuditActor, now: Date): Promise<void> {
  const [live] = await db.query<{ id: string }>(FIND_LIVE);
  const ended = live === undefined ? null : await endConnection(db, live.id, { now, reportedAt: null });
  if (ended !== null) await recordAudit(db, { action: 'storefront.disconnected', actor, details: { ...ended } }, now);
  await db.query(FORGET_OWN_APPS);
}
