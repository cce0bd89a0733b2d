import { Injectable } from '@nestjs/common';
import { type AppError, Clock, type EmailAddress, invalid, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { endSessionsOf, recordAudit } from '#libs/tenants';
import type { ChangePasswordDto } from './password.dto.js';
import { type AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import { removeLinks } from '../mailed-links/mailed-links.sql.js';
import { NewPasswords, wordsAbout } from '../users/new-passwords.js';
import { replacePassword } from './replace-password.js';

/** Changes the password of a user who knows the current one. Ends their other sessions and their mailed reset links. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: NewPasswords,
    private readonly outgoing: OutgoingMail,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the address of the account.
   * @throws AppError `validation_error` when the current password is wrong, `rate_limited` when it was wrong too often.
   */
  async change(
    { signIn: { tenantId, userId, sessionId } }: AccountCaller,
    input: ChangePasswordDto,
    { address }: VisitorTraits,
  ): Promise<EmailAddress> {
    const tried = this.attempts.ofUser(userId);
    await this.attempts.countAttempt(tried);
    const { user, about } = await this.database.transaction(tenantId, (db) => find(db, userId));
    const stored = user?.password_hash ?? null;
    const isRight = await this.passwords.isRight(input.current_password, stored);
    if (!isRight || user === null || stored === null) throw wrongPassword();
    await this.attempts.resetCount(tried);
    const passwordHash = await this.passwords.hash(input.new_password, 'new_password', about);
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      // With two changes at the same time, the second finds a password that is not the one it checked.
      if (!(await replacePassword(db, { userId, from: stored, to: passwordHash }, now))) throw wrongPassword();
      await endSessionsOf(db, userId, sessionId);
      await removeLinks(db, userId, 'reset_password');
      await recordAudit(db, { action: 'user.password_changed', actor: { kind: 'user', userId }, address }, now);
      await this.outgoing.notify(db, { kind: 'password_changed', about: user.email }, now);
    });
    this.outgoing.wakeSender();
    return user.email;
  }
}

async function find(db: TenantDb, userId: UserId): Promise<{ user: LoginRow | null; about: string[] }> {
  const user = await findUser(db, userId);
  return { user, about: user === null ? [] : await wordsAbout(db, user.email) };
}

const wrongPassword = (): AppError => invalid('current_password', 'wrong', 'current_password is not your password');
