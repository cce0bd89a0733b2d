import { Injectable } from '@nestjs/common';
import { LIMITS, type UserId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { SecretBox, sealedPlace } from '#libs/tenants';
import { hashRecoveryCode } from './recovery-codes.js';
import { newTotpSecret, totpStepOf } from './totp.js';
import { countFailedCode, lockTotp, putTotp, resetFailedCodes, takeRecoveryCode, takeTotpStep, type TotpRow } from './two-factor.sql.js';
import { UnlockSecondFactor } from './unlock-second-factor.js';

/** The outcome of a code. `locked`: no code counts until the person opens the link in a mail. */
export type CodeCheck = 'right' | 'wrong' | 'locked';

const totpPlace = (db: TenantDb, userId: UserId): string => sealedPlace('totp_secrets', db.tenantId, userId);

/** Checks codes of authenticator apps and recovery codes. Each works once. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly box: SecretBox,
    private readonly unlocking: UnlockSecondFactor,
  ) {}

  /**
   * Uses the code in the caller's transaction, and counts a wrong one there: the caller must not roll it back. Too many wrong codes in a row lock
   * the second factor, so that an attacker with the password cannot guess on without limit. Each further try mails a link.
   * @returns `wrong` also for a code that was used before, and without a confirmed second factor
   */
  async useCode(db: TenantDb, userId: UserId, code: string, now: Date): Promise<CodeCheck> {
    const row = await lockTotp(db, userId);
    if (row?.confirmed_at == null) return 'wrong';
    const { inARow } = LIMITS.secondFactor;
    if (row.failed_codes < inARow && (await this.isRight(db, userId, row, { code, now }))) {
      if (row.failed_codes > 0) await resetFailedCodes(db, userId);
      return 'right';
    }
    if (row.failed_codes < inARow) await countFailedCode(db, userId);
    if (row.failed_codes + 1 < inARow) return 'wrong';
    if (row.failed_codes + 1 === inARow) await this.unlocking.report(db, userId, now);
    await this.unlocking.queueLink(db, userId, now);
    return 'locked';
  }

  /** Stores a new secret, which counts after `confirm`. @returns null when a confirmed second factor is on, which stays. */
  async begin(db: TenantDb, userId: UserId): Promise<string | null> {
    const secret = newTotpSecret();
    return (await putTotp(db, userId, this.box.seal(secret, totpPlace(db, userId)))) ? secret : null;
  }

  /** Works like `useCode`, for the first code, which confirms a new secret. */
  async confirm(db: TenantDb, userId: UserId, row: TotpRow, { code, now }: { code: string; now: Date }): Promise<boolean> {
    return this.takeTotp(db, userId, row, code, now);
  }

  private async isRight(db: TenantDb, userId: UserId, row: TotpRow, { code, now }: { code: string; now: Date }): Promise<boolean> {
    if (await this.takeTotp(db, userId, row, code, now)) return true;
    const hash = hashRecoveryCode(code);
    return hash !== null && takeRecoveryCode(db, userId, hash);
  }

  private async takeTotp(db: TenantDb, userId: UserId, row: TotpRow, code: string, now: Date): Promise<boolean> {
    const secret = this.box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, totpPlace(db, userId));
    const step = totpStepOf(secret, code, now);
    return step !== null && takeTotpStep(db, userId, step, now);
  }
}
