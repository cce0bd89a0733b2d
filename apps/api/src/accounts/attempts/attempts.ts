import { Injectable } from '@nestjs/common';
import { DAY_MS, type EmailAddress, hashEmailAddress, HOUR_MS, LIMITS, type TenantId, type UserId } from '#libs/core';
import { RateLimitedError, type RateWindow, RateWindows } from '#libs/guards';

/** A counter for attempts, and the number of attempts that it allows per window. */
interface Tried {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * Counts attempts with passwords and codes per account, over all addresses, so an attacker gains nothing by using many addresses. A correct attempt
 * resets the count. Too many attempts lock the account for a while for unknown browsers. Known browsers have their own count, so an attacker cannot
 * lock out the owner (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
@Injectable()
export class Attempts {
  constructor(private readonly windows: RateWindows) {}

  /** @param device a browser that has signed in to this account before; null when it is unknown. The address may have no account. */
  ofLogin(address: EmailAddress, device: string | null): Tried {
    const { perAccount, perDevice, windowMs } = LIMITS.attempts;
    if (device !== null) return { key: `login device ${device}`, most: perDevice, windowMs };
    return { key: `login account ${hashEmailAddress(address).toString('base64url')}`, most: perAccount, windowMs };
  }

  /** Returns the counter of a signed-in user who turns the second factor on or off. A right code must not reset the count of passwords. */
  ofSetUp(userId: UserId): Tried {
    return { ...this.ofUser(userId), key: `set up ${userId}` };
  }

  /** Returns the counter of a signed-in user who must enter a password or a code again. */
  ofUser(userId: UserId): Tried {
    const { perUser, windowMs } = LIMITS.attempts;
    return { key: `guess ${userId}`, most: perUser, windowMs };
  }

  /** Returns the counter of codes entered after the right password. */
  ofCode(userId: UserId): Tried {
    return { key: `code ${userId}`, most: LIMITS.secondFactor.perWindow, windowMs: LIMITS.attempts.windowMs };
  }

  /** Returns the counter of mails about a lock after too many wrong passwords. Otherwise an attacker could fill the mailbox. */
  ofLockMail(userId: UserId): Tried {
    return { key: `lock mail ${userId}`, most: 1, windowMs: DAY_MS };
  }

  /** Returns the counter of mails about another registration with an address that has an account. */
  ofKnownAddressMail(userId: UserId): Tried {
    return { key: `known address mail ${userId}`, most: 1, windowMs: DAY_MS };
  }

  /** Returns the counter of verification mails that a signed-in user asks for. */
  ofVerification(userId: UserId): Tried {
    return { key: `verification of ${userId}`, most: LIMITS.verificationMailsPerDay, windowMs: DAY_MS };
  }

  /** Returns the counters of invitation mails. They limit spam: the address is unconfirmed, and any user can choose the name shown in the mail. */
  ofInvitation(tenantId: TenantId, address: EmailAddress): readonly Tried[] {
    const { perAddress, perTenant } = LIMITS.invitationMails;
    return [
      { key: `invitation to ${hashEmailAddress(address).toString('base64url')}`, most: perAddress, windowMs: HOUR_MS },
      { key: `invitation of ${tenantId}`, most: perTenant, windowMs: DAY_MS },
    ];
  }

  /** Counts an attempt. Call it before each one. @returns the counter after it. @throws RateLimitedError when there were too many. */
  async countAttempt({ key, most, windowMs }: Tried): Promise<RateWindow> {
    const window = await this.windows.increment(key, windowMs, most);
    if (window.isBlocked) throw new RateLimitedError(`tried too often: the next try is answered in ${window.timeToBlockExpire} s`, window);
    return window;
  }

  /** Counts an action with a limit. @returns false when the limit is exceeded */
  async isAllowed({ key, most, windowMs }: Tried): Promise<boolean> {
    return !(await this.windows.increment(key, windowMs, most)).isBlocked;
  }

  /** Resets the count. Call it after a correct attempt. */
  async resetCount({ key }: Tried): Promise<void> {
    await this.windows.forget(key);
  }
}
