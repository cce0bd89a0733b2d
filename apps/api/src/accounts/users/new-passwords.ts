import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/core';
import { Passwords, weaknessOf } from '#libs/credentials';
import type { TenantDb } from '#libs/database';
import { TenantEntity } from '#libs/entities';

/** Returns the words that a person of the tenant must not use as a password. */
export async function wordsAbout(db: TenantDb, email: string): Promise<string[]> {
  const tenant = await db.repository(TenantEntity).findOne({});
  return [email, ...(tenant === null ? [] : [tenant.name])];
}

const WHY = {
  common: 'is a common password, or hardly another one: choose another one, such as a few words in a row',
  pattern: 'repeats itself, or follows an order, the keyboard or the calendar: choose another one, such as a few words in a row',
  personal: 'is hardly more than the e-mail address or the name of the company: choose another one',
} as const;

/** Hashes the passwords that people choose, and refuses those that are easy to guess. */
@Injectable()
export class NewPasswords {
  constructor(private readonly passwords: Passwords) {}

  /**
   * @param field the field of the body that has the password.
   * @param about words about the owner.
   * @throws AppError `validation_error` when the password is easy to guess.
   */
  async hash(password: string, field: string, about: readonly string[]): Promise<string> {
    const weakness = await weaknessOf(password, about);
    if (weakness !== null) {
      const message = `${field} ${WHY[weakness]}`;
      throw new AppError('validation_error', message, [{ field, code: `${weakness}_password`, message }]);
    }
    return this.passwords.hash(password);
  }

  /** Checks the password that a new one replaces. @param stored the hash of the account; null when there is none. */
  isRight(password: string, stored: string | null): Promise<boolean> {
    return this.passwords.isRight(password, stored);
  }
}
