import { Injectable } from '@nestjs/common';
import { AppError, Clock, DAY_MS } from '#libs/core';
import { Database, endSessionsOf, recordAudit } from '#libs/database';
import type { ChangePasswordDto } from './password.dto.js';
import { Passwords } from '#libs/credentials';
import { type AccountCaller } from '#libs/guards';
import { passwordReplacedMail } from '#libs/mail';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { findUser } from '../users/find-user.sql.js';
import { removeResets } from './password-resets.sql.js';
import { replacePassword } from './replace-password.js';

/** Changes the password of a user who knows the current one. Ends their other sessions and their mailed reset links. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly outgoing: OutgoingMail,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `validation_error` when the current password is wrong, `rate_limited` when it was wrong too often. */
  async change({ tenantId, userId, sessionId }: AccountCaller, input: ChangePasswordDto, { address }: VisitorTraits): Promise<void> {
    const tried = this.attempts.ofUser(userId);
    await this.attempts.countAttempt(tried);
    const user = await this.database.transaction(tenantId, (db) => findUser(db, userId));
    const isRight = await this.passwords.isRight(input.current_password, user?.password_hash ?? null);
    if (!isRight || user === null) throw wrongPassword();
    await this.attempts.resetCount(tried);
    const passwordHash = await this.passwords.hash(input.new_password);
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      // With two changes at the same time, the second finds a password that is not the one it checked.
      if (!(await replacePassword(db, { userId, from: user.password_hash, to: passwordHash }))) throw wrongPassword();
      await endSessionsOf(db, userId, sessionId);
      await removeResets(db, userId);
      await recordAudit(db, { action: 'user.password_changed', actor: { kind: 'user', userId }, address }, now);
      await this.outgoing.queue(db, passwordReplacedMail(user.email), { now, lifetimeMs: DAY_MS });
    });
    this.outgoing.wakeSender();
  }
}

function wrongPassword(): AppError {
  const message = 'current_password is not your password';
  return new AppError('validation_error', message, [{ field: 'current_password', code: 'wrong', message }]);
}
