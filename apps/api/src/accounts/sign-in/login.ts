import { Injectable } from '@nestjs/common';
import { AppError, readEmailAddress, unauthorized } from '#libs/core';
import type { LoginDto } from './sign-in.dto.js';
import type { LoginReplyDto } from '../sessions/session.dto.js';
import { Passwords } from '#libs/credentials';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { Attempts } from '../attempts/attempts.js';
import { FailedLogins } from './failed-logins.js';
import { FindLogin } from '../users/find-login.js';
import { type Admission, SignIn } from './sign-in.js';

/** Signs people in. */
@Injectable()
export class Login {
  constructor(
    private readonly findLogin: FindLogin,
    private readonly passwords: Passwords,
    private readonly door: SignIn,
    private readonly failedLogins: FailedLogins,
    private readonly attempts: Attempts,
  ) {}

  /**
   * @param device a browser that has signed in to this account before; null when it is unknown.
   * @throws AppError `unauthorized`, the same for every wrong input; `totp_required` when only the second factor is missing;
   * `rate_limited` after too many attempts, with or without an account.
   */
  async login(input: LoginDto, device: string | null, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const address = readEmailAddress(input.email);
    const tried = address === null ? null : this.attempts.ofLogin(address, device);
    if (tried !== null) await this.attempts.countAttempt(tried);
    const admission = await this.checkPassword(input, visitor);
    switch (admission) {
      case 'refused':
        throw unauthorized('the e-mail address, the password or the code is not right');
      case 'totp_required':
        throw new AppError('totp_required', 'the password is right; send totp_code as well');
    }
    if (tried !== null) await this.attempts.resetCount(tried);
    return admission;
  }

  private async checkPassword({ email, password, totp_code: code }: LoginDto, visitor: VisitorTraits): Promise<Admission> {
    const candidate = await this.findLogin.find(email);
    const { tenantId, row } = candidate;
    const isRight = await this.passwords.isRight(password, row?.password_hash ?? null);
    const admission = isRight && row !== null ? await this.door.signIn({ tenantId, known: row, code: code ?? null }, visitor) : 'refused';
    if (admission === 'refused') this.failedLogins.record(candidate, visitor);
    return admission;
  }
}
