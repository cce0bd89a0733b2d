import { randomBytes } from 'node:crypto';
import { readPassword, unavailable } from '#libs/core';
import { compare, hash } from 'bcrypt';

/** How many passwords one process works on at once: bcrypt runs on the four threads that also resolve names and inflate bodies. ⚙ */
const AT_ONCE = 2;
/** How many may wait for that: with the default cost their wait stays near two seconds. ⚙ */
const WAITING = 16;

/**
 * Hashes and checks passwords with bcrypt (OWASP Password Storage Cheat Sheet), a few at a time: whoever floods the login gets 503 and
 * takes no time of anybody else.
 */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Of nobody's password: what is compared when there is no account, so that it takes as long. */
  private readonly nobody: Promise<string>;

  /** @param cost of bcrypt, 4 to 31; stored with each hash, so that it can be changed. */
  constructor(private readonly cost: number) {
    this.nobody = hash(randomBytes(32).toString('base64'), cost);
  }

  /**
   * @param password that `isNewPassword` has let pass.
   * @throws AppError `service_unavailable` when too many are waiting already.
   */
  hash(password: string): Promise<string> {
    const read = readPassword(password);
    if (read === null) throw new Error('a password that bcrypt would cut must not be hashed');
    return this.inTurn(() => hash(read, this.cost));
  }

  /**
   * Takes the same time whether there is an account or not, and whether its password can be this text or not.
   * @param stored the hash of the account; null when there is none.
   * @throws AppError `service_unavailable` when too many are waiting already.
   */
  async isRight(password: string, stored: string | null): Promise<boolean> {
    const read = readPassword(password);
    const nobody = await this.nobody;
    const matches = await this.inTurn(() => compare(read ?? '', read === null || stored === null ? nobody : stored));
    return matches && read !== null && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING) throw unavailable('room for another password');
      // Who leaves hands its place on, so nobody who comes meanwhile can take it.
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
