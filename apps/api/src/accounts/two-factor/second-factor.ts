import { Injectable } from '@nestjs/common';
import type { UserId } from '#libs/core';
import { SecretBox, sealedPlace, type TenantDb } from '#libs/database';
import { hashRecoveryCode } from './recovery-codes.js';
import { newTotpSecret, totpStepOf } from './totp.js';
import { lockTotp, putTotp, takeRecoveryCode, takeTotpStep, type TotpRow } from './two-factor.sql.js';

const totpPlace = (db: TenantDb, userId: UserId): string => sealedPlace('totp_secrets', db.tenantId, userId);

/** Checks codes of authenticator apps and recovery codes. Each works once. */
@Injectable()
export class SecondFactor {
  constructor(private readonly box: SecretBox) {}

  /**
   * Uses the code in the caller's transaction. After a rollback the code counts as unused.
   * @returns false when the code is wrong, was used before, or there is no confirmed second factor.
   */
  async useCode(db: TenantDb, userId: UserId, code: string, now: Date): Promise<boolean> {
    const row = await lockTotp(db, userId);
    if (row?.confirmed_at == null) return false;
    if (await this.takeTotp(db, userId, row, code, now)) return true;
    const hash = hashRecoveryCode(code);
    return hash !== null && takeRecoveryCode(db, userId, hash);
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

  private async takeTotp(db: TenantDb, userId: UserId, row: TotpRow, code: string, now: Date): Promise<boolean> {
    const secret = this.box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, totpPlace(db, userId));
    const step = totpStepOf(secret, code, now);
    return step !== null && takeTotpStep(db, userId, step, now);
  }
}
