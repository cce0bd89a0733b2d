import { Injectable } from '@nestjs/common';
import { type AppError, Clock, conflict, DAY_MS, invalid, LIMITS, newId, notFound, type UserId } from '#libs/core';
import { type MailedToken, newMailedToken, Passwords, readMailedToken } from '#libs/credentials';
import { Database, type TenantDb } from '#libs/database';
import { markVerified, recordAudit } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { verificationMail } from '#libs/mail';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { findLink, insertLink, takeLink } from '../mailed-links/mailed-links.sql.js';
import type { VerifyEmailDto } from './verification.dto.js';
import { findUser } from '../users/find-user.sql.js';

/** Mails links that prove that an address belongs to the person who registered it, and takes them back. */
@Injectable()
export class VerifyEmail {
  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingMail,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the time at which the address of a new account counts as verified; null: when the link is opened. Without a mail server users get no
   * link, so the address counts at once. Production does not start without a mail server.
   */
  verifiedFromStart(now: Date): Date | null {
    return this.outgoing.reachesPeople ? null : now;
  }

  /** Queues a mail with a link in the caller's transaction. */
  async queueLink(db: TenantDb, user: { readonly id: UserId; readonly email: string }, now: Date): Promise<void> {
    const id = newId();
    const { token, hash } = newMailedToken(db.tenantId, id);
    const expiresAt = new Date(now.getTime() + LIMITS.verificationMs);
    // One more than people may ask for: the first mail goes out with the registration.
    const limit = { most: LIMITS.verificationMailsPerDay + 1, since: new Date(now.getTime() - DAY_MS) };
    if (!(await insertLink(db, { id, userId: user.id, purpose: 'verify_email', hash, now, expiresAt }, limit))) return;
    const mail = verificationMail(user.email, this.outgoing.links.verifyEmail(token));
    await this.outgoing.queue(db, mail, { now, lifetimeMs: LIMITS.verificationMs });
  }

  /** Wakes the sender after the commit of a transaction that queued a link. */
  wakeSender(): void {
    this.outgoing.wakeSender();
  }

  /** Sends the caller another link. @throws AppError `conflict` when the address is verified, `rate_limited` after too many mails. */
  async sendAgain({ tenantId, userId, isVerified }: AccountCaller): Promise<void> {
    if (isVerified) throw conflict('the e-mail address is verified already');
    await this.attempts.countAttempt(this.attempts.ofVerification(userId));
    await this.database.transaction(tenantId, async (db) => {
      const user = await findUser(db, userId);
      if (user === null) throw notFound('account');
      await this.queueLink(db, user, this.clock.now());
    });
    this.wakeSender();
  }

  /**
   * Verifies the address of a link. The password shows that the reader of the mail also made the account. A wrong password leaves the link valid.
   * @throws AppError `validation_error` when the token is invalid, was used, or is older than a day, or the password is wrong; `rate_limited` after
   * too many wrong ones.
   */
  async verify({ token: text, password }: VerifyEmailDto, { address }: VisitorTraits): Promise<void> {
    const token = readMailedToken(text);
    if (token === null) throw wrongToken();
    await this.requirePassword(token, password);
    await this.database.transaction(token.tenantId, async (db) => {
      const now = this.clock.now();
      const userId = await takeLink(db, token, 'verify_email', now);
      if (userId === null) throw wrongToken();
      await markVerified(db, userId, now);
      await recordAudit(db, { action: 'user.email_verified', actor: { kind: 'user', userId }, address }, now);
    });
  }

  private async requirePassword(token: MailedToken, password: string): Promise<void> {
    const user = await this.database.transaction(token.tenantId, async (db) => {
      const userId = await findLink(db, token, 'verify_email', this.clock.now());
      return userId === null ? null : findUser(db, userId);
    });
    if (user === null) throw wrongToken();
    const tried = this.attempts.ofUser(user.id);
    await this.attempts.countAttempt(tried);
    if (!(await this.passwords.isRight(password, user.password_hash))) throw wrongPassword();
    await this.attempts.resetCount(tried);
  }
}

const wrongPassword = (): AppError => invalid('password', 'wrong', 'password is not the one of the account');

const wrongToken = (): AppError =>
  invalid('token', 'wrong', 'token is not valid, was used already, or is older than a day: ask for another mail');
