import { Injectable } from '@nestjs/common';
import { AppError, Clock, DAY_MS, type EmailAddress } from '#libs/core';
import { Database, endSessionsOf, recordAudit, setPassword, type TenantDb } from '#libs/database';
import type { ResetPasswordDto } from './password.dto.js';
import { Passwords } from '#libs/credentials';
import { passwordReplacedMail } from '#libs/mail';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { type MailedToken, readMailedToken } from '../mailed-token/mailed-token.js';
import { findUser } from '../users/find-user.sql.js';
import { isResetToken, takeReset } from './password-resets.sql.js';

/** Sets a new password with a mailed token, and ends all sessions of the user. A second factor stays on. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly outgoing: OutgoingMail,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the address of the account. Its count of failed attempts is reset.
   * @throws AppError `validation_error` when the token is invalid, was used, or is older than an hour.
   */
  async reset(input: ResetPasswordDto, visitor: VisitorTraits): Promise<EmailAddress | null> {
    const token = readMailedToken(input.token);
    // Checked before the password is hashed, so that invented tokens cost next to nothing.
    if (token === null || !(await this.isGood(token))) throw wrongToken();
    const passwordHash = await this.passwords.hash(input.password);
    const address = await this.database.transaction(token.tenantId, (db) => this.replace(db, token, passwordHash, visitor));
    this.outgoing.wakeSender();
    if (address !== null) await this.attempts.resetCount(this.attempts.ofLogin(address, null));
    return address;
  }

  private isGood(token: MailedToken): Promise<boolean> {
    return this.database.transaction(token.tenantId, (db) => isResetToken(db, token, this.clock.now()));
  }

  private async replace(db: TenantDb, token: MailedToken, passwordHash: string, { address }: VisitorTraits): Promise<EmailAddress | null> {
    const now = this.clock.now();
    const userId = await takeReset(db, token, now);
    if (userId === null) throw wrongToken();
    await setPassword(db, userId, passwordHash);
    await endSessionsOf(db, userId, null);
    await recordAudit(db, { action: 'user.password_reset', actor: { kind: 'user', userId }, address }, now);
    const user = await findUser(db, userId);
    if (user === null) return null;
    await this.outgoing.queue(db, passwordReplacedMail(user.email), { now, lifetimeMs: DAY_MS });
    return user.email;
  }
}

function wrongToken(): AppError {
  const message = 'token is not valid, was used already, or is older than an hour: ask for another mail';
  return new AppError('validation_error', message, [{ field: 'token', code: 'wrong', message }]);
}
