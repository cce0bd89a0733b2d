import { Injectable } from '@nestjs/common';
import { type AppError, Clock, HOUR_MS, invalid, LIMITS, newId, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { unlockMail } from '#libs/mail';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { insertLink, takeLink } from '../mailed-links/mailed-links.sql.js';
import { newMailedToken, readMailedToken } from '#libs/credentials';
import { findUser } from '../users/find-user.sql.js';
import { resetFailedCodes } from './two-factor.sql.js';

/** Mails links that open a second factor again after too many wrong codes, and takes them back. */
@Injectable()
export class UnlockSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** Records the lock, and tells the owners and the person. */
  async report(db: TenantDb, userId: UserId, now: Date): Promise<void> {
    await recordAudit(db, { action: 'user.two_factor_locked', actor: { kind: 'system' }, details: { user_id: userId } }, now);
    const user = await findUser(db, userId);
    if (user !== null) await this.outgoing.notify(db, { kind: 'two_factor_locked', about: user.email }, now);
  }

  /** Queues a mail with a link, unless the person got too many within the hour. */
  async queueLink(db: TenantDb, userId: UserId, now: Date): Promise<void> {
    const user = await findUser(db, userId);
    if (user === null) return;
    const id = newId();
    const { token, hash } = newMailedToken(db.tenantId, id);
    const expiresAt = new Date(now.getTime() + LIMITS.secondFactor.unlockMs);
    const limit = { most: LIMITS.secondFactor.unlockMailsPerHour, since: new Date(now.getTime() - HOUR_MS) };
    if (!(await insertLink(db, { id, userId, purpose: 'unlock_two_factor', hash, now, expiresAt }, limit))) return;
    const mail = unlockMail(user.email, this.outgoing.links.unlockTwoFactor(token));
    await this.outgoing.queue(db, mail, { now, lifetimeMs: LIMITS.secondFactor.unlockMs });
  }

  /** @throws AppError `validation_error` when the token is invalid, was used, or is too old. */
  async unlock(text: string, { address }: VisitorTraits): Promise<void> {
    const token = readMailedToken(text);
    if (token === null) throw wrongToken();
    await this.database.transaction(token.tenantId, async (db) => {
      const now = this.clock.now();
      const userId = await takeLink(db, token, 'unlock_two_factor', now);
      if (userId === null) throw wrongToken();
      await resetFailedCodes(db, userId);
      await recordAudit(db, { action: 'user.two_factor_unlocked', actor: { kind: 'user', userId }, address }, now);
    });
  }
}

const wrongToken = (): AppError =>
  invalid('token', 'wrong', 'token is not valid, was used already, or is older than an hour: sign in again to get another mail');
