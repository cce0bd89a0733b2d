import { randomBytes } from 'node:crypto';
import { readPassword, unavailable } from '#libs/core';
import { compare, hash } from 'bcrypt';

/** Passwords that one process hashes at the same time. bcrypt shares four threads with DNS lookups and inflating bodies. */
const AT_ONCE = 2;
/** Passwords that may wait in the queue. With the default cost they wait about two seconds. */
const WAITING = 16;

/**
 * Hashes and checks passwords with bcrypt (OWASP Password Storage Cheat Sheet), a few at a time. A flood of logins gets 503 and
 * does not slow down other requests.
 */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The hash of a random password. Comparing with it when the account does not exist takes the same time. */
  private readonly nobody: Promise<string>;

  /** @param cost the cost of bcrypt, 4 to 31. Each hash stores its own cost, so the setting can change. */
  constructor(private readonly cost: number) {
    this.nobody = hash(randomBytes(32).toString('base64'), cost);
  }

  /**
   * @param password a password that `isNewPassword` accepts.
   * @throws AppError `service_unavailable` when too many passwords already wait.
   */
  hash(password: string): Promise<string> {
    const read = readPassword(password);
    if (read === null) throw new Error('a password that bcrypt would cut must not be hashed');
    return this.whenFree(() => hash(read, this.cost));
  }

  /**
   * Takes the same time with and without an account, and also for a text that cannot be a password.
   * @param stored the hash of the account; null when there is none.
   * @throws AppError `service_unavailable` when too many passwords already wait.
   */
  async isRight(password: string, stored: string | null): Promise<boolean> {
    const read = readPassword(password);
    const nobody = await this.nobody;
    const matches = await this.whenFree(() => compare(read ?? '', read === null || stored === null ? nobody : stored));
    return matches && read !== null && stored !== null;
  }

  private async whenFree<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING) throw unavailable('room for another password');
      // A finished call passes its place to the next in the queue, so that a newcomer cannot take it.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
