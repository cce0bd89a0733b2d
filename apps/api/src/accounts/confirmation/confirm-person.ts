import { Injectable } from '@nestjs/common';
import { Clock, conflict, invalid, type TenantId, type UserId } from '#libs/core';
import { Passwords } from '#libs/credentials';
import { Database } from '#libs/database';
import type { AccountCaller } from '#libs/guards';
import { Attempts } from '../attempts/attempts.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import type { ConfirmationDto } from './confirmation.dto.js';

/** Asks a signed-in person for the password and the second factor again, before something that a stolen session must not be enough for. */
@Injectable()
export class ConfirmPerson {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly secondFactor: SecondFactor,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the account of the person.
   * @throws AppError `validation_error` when the password or the code is wrong, or the code is missing; `conflict` when no code works any
   * more; `rate_limited` after too many wrong ones.
   */
  async confirm({ signIn: { tenantId, userId } }: AccountCaller, { password, totp_code: code }: ConfirmationDto): Promise<LoginRow> {
    const tried = this.attempts.ofUser(userId);
    await this.attempts.countAttempt(tried);
    const user = await this.database.transaction(tenantId, (db) => findUser(db, userId));
    const isRight = await this.passwords.isRight(password, user?.password_hash ?? null);
    if (!isRight || user === null) throw invalid('password', 'wrong', 'password is not right');
    await this.attempts.resetCount(tried);
    if (!user.has_second_factor) return user;
    if (code == null) throw invalid('totp_code', 'required', 'totp_code is missing: two-factor authentication is on');
    await this.useCode(tenantId, userId, code);
    return user;
  }

  private async useCode(tenantId: TenantId, userId: UserId, code: string): Promise<void> {
    const tried = this.attempts.ofCode(userId);
    await this.attempts.countAttempt(tried);
    // A wrong code is counted in the transaction, so it must not be rolled back.
    const check = await this.database.transaction(tenantId, (db) => this.secondFactor.useCode(db, userId, code, this.clock.now()));
    if (check === 'locked') throw conflict('too many wrong codes: open the link in the mail that we sent you, then try again');
    if (check === 'wrong') throw invalid('totp_code', 'wrong', 'totp_code is not right, or was used already');
    await this.attempts.resetCount(tried);
  }
}
