import { Injectable } from '@nestjs/common';
import { type AppError, Clock, conflict, invalid, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { endSessionsOf, recordAudit, removeSecondFactor } from '#libs/tenants';
import type { TwoFactorSecretDto } from './two-factor.dto.js';
import type { AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { OutgoingMail } from '../../mail/outgoing-mail.js';
import { Attempts } from '../attempts/attempts.js';
import { findUser, lockUser } from '../users/find-user.sql.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { SecondFactor } from './second-factor.js';
import { otpauthUrl } from './totp.js';
import { lockTotp, replaceRecoveryCodes } from './two-factor.sql.js';

/** Turns the caller's second factor on and off. */
@Injectable()
export class SetUpTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly secondFactor: SecondFactor,
    private readonly attempts: Attempts,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** Returns a new secret, which counts after `confirm`. @throws AppError `conflict` when a second factor is already on. */
  begin({ signIn: { tenantId, userId } }: AccountCaller): Promise<TwoFactorSecretDto> {
    return this.database.transaction(tenantId, async (db) => {
      const secret = await this.secondFactor.begin(db, userId);
      if (secret === null) throw conflict('two-factor is on already: turn it off first');
      const user = await findUser(db, userId);
      return { secret, otpauth_url: otpauthUrl(secret, user?.email ?? userId) };
    });
  }

  /**
   * @returns recovery codes, which are shown only this once.
   * @throws AppError `conflict` when there is nothing to confirm, `validation_error` when the code is wrong,
   * `rate_limited` when it was wrong too often.
   */
  async confirm({ signIn: { tenantId, userId, sessionId } }: AccountCaller, code: string, { address }: VisitorTraits): Promise<string[]> {
    const now = this.clock.now();
    const tried = this.attempts.ofSetUp(userId);
    await this.attempts.countAttempt(tried);
    const codes = await this.database.transaction(tenantId, async (db) => {
      // A sign-in by the password alone comes before this and ends with the other sessions, or after it and needs a code.
      await lockUser(db, userId);
      const row = await lockTotp(db, userId);
      if (row === null) throw conflict('there is no secret to confirm: call POST /2fa/setup first');
      if (row.confirmed_at !== null) throw conflict('two-factor is on already');
      if (!(await this.secondFactor.confirm(db, userId, row, { code, now }))) throw wrongCode();
      await recordAudit(db, { action: 'user.two_factor_enabled', actor: { kind: 'user', userId }, address }, now);
      await this.endOthers(db, { userId, sessionId, kind: 'two_factor_enabled' }, now);
      return this.giveRecoveryCodes(db, userId);
    });
    this.outgoing.wakeSender();
    await this.attempts.resetCount(tried);
    return codes;
  }

  /** @throws AppError `conflict` when the second factor is off or locked, `validation_error` when the code is wrong. */
  async turnOff({ signIn: { tenantId, userId, sessionId } }: AccountCaller, code: string, { address }: VisitorTraits): Promise<void> {
    const now = this.clock.now();
    const tried = this.attempts.ofSetUp(userId);
    await this.attempts.countAttempt(tried);
    const check = await this.database.transaction(tenantId, async (db) => {
      await lockUser(db, userId);
      const row = await lockTotp(db, userId);
      if (row?.confirmed_at == null) throw conflict('two-factor is off already');
      const outcome = await this.secondFactor.useCode(db, userId, code, now);
      if (outcome !== 'right') return outcome;
      await removeSecondFactor(db, userId);
      await recordAudit(db, { action: 'user.two_factor_disabled', actor: { kind: 'user', userId }, address }, now);
      await this.endOthers(db, { userId, sessionId, kind: 'two_factor_disabled' }, now);
      return outcome;
    });
    this.outgoing.wakeSender();
    if (check === 'locked') throw conflict('too many wrong codes: open the link in the mail that we sent you, then try again');
    if (check === 'wrong') throw wrongCode();
    await this.attempts.resetCount(tried);
  }

  /** Ends the caller's other sessions, which began under the other rule, and mails the owners. */
  private async endOthers(
    db: TenantDb,
    { userId, sessionId, kind }: { userId: UserId; sessionId: string; kind: 'two_factor_enabled' | 'two_factor_disabled' },
    now: Date,
  ): Promise<void> {
    await endSessionsOf(db, userId, sessionId);
    const user = await findUser(db, userId);
    if (user !== null) await this.outgoing.notify(db, { kind, about: user.email }, now);
  }

  private async giveRecoveryCodes(db: TenantDb, userId: UserId): Promise<string[]> {
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(
      db,
      userId,
      codes.map(hashRecoveryCode).filter((hash) => hash !== null),
    );
    return codes;
  }
}

const wrongCode = (): AppError => invalid('code', 'wrong', 'code is not right, or was used already');
