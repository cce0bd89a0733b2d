import { Injectable } from '@nestjs/common';
import { AppError, readEmailAddress, type TenantId, unauthorized } from '#libs/core';
import type { LoginDto } from './sign-in.dto.js';
import type { LoginReplyDto } from '../sessions/session.dto.js';
import { Passwords } from '#libs/credentials';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { Attempts } from '../attempts/attempts.js';
import type { KnownDevice } from './known-devices.js';
import { FailedLogins } from './failed-logins.js';
import { FindLogin } from '../users/find-login.js';
import type { LoginRow } from '../users/find-user.sql.js';
import { SignIn } from './sign-in.js';

/** Signs people in. */
@Injectable()
export class Login {
  constructor(
    private readonly findLogin: FindLogin,
    private readonly passwords: Passwords,
    private readonly signIn: SignIn,
    private readonly failedLogins: FailedLogins,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Counts wrong passwords by address or browser, and wrong codes after a right password by account.
   * @param device a browser that has signed in to this account before; null when it is unknown. It counts only since the last change of password.
   * @throws AppError `unauthorized`, the same for every wrong input; `totp_required` when only the second factor is missing; `totp_locked` after too
   * many wrong codes in a row; `rate_limited` after too many attempts, with or without an account.
   */
  async login(input: LoginDto, device: KnownDevice | null, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const address = readEmailAddress(input.email);
    const candidate = await this.findLogin.find(input.email);
    const { tenantId, row: known } = candidate;
    const isKnown = device !== null && known !== null && device.signedInAt >= known.password_set_at;
    const tried = address === null ? null : this.attempts.ofLogin(address, isKnown ? device.id : null);
    const window = tried === null ? null : await this.attempts.countAttempt(tried);
    const isRight = await this.passwords.isRight(input.password, known?.password_hash ?? null);
    if (!isRight || known === null) {
      this.failedLogins.record(candidate, visitor, { locks: window !== null && window.totalHits >= window.limit });
      throw refused();
    }
    if (tried !== null) await this.attempts.resetCount(tried);
    return this.admit({ tenantId, known, code: input.totp_code ?? null }, visitor);
  }

  private async admit(login: { tenantId: TenantId; known: LoginRow; code: string | null }, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const tried = login.known.has_second_factor && login.code !== null ? this.attempts.ofCode(login.known.id) : null;
    if (tried !== null) await this.attempts.countAttempt(tried);
    const admission = await this.signIn.signIn(login, visitor);
    switch (admission) {
      case 'refused':
        this.failedLogins.record({ tenantId: login.tenantId, row: login.known }, visitor, { locks: false });
        throw refused();
      case 'totp_required':
        throw new AppError('totp_required', 'the password is right; send totp_code as well');
      case 'totp_locked':
        throw new AppError('totp_locked', 'too many wrong codes in a row: open the link in the mail that we sent, then sign in again');
    }
    if (tried !== null) await this.attempts.resetCount(tried);
    return admission;
  }
}

const refused = (): AppError => unauthorized('the e-mail address, the password or the code is not right');
