import { Injectable } from '@nestjs/common';
import { DAY_MS, type EmailAddress, hashEmailAddress, HOUR_MS, LIMITS, type TenantId, type UserId } from '#libs/core';
import { RateLimitedError, RateWindows } from '#libs/guards';

/** Somebody or something that is tried out, and how often that may be done. */
interface Tried {
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * Counts how often passwords and codes are tried, for each account, whoever tries: many addresses are no help to whoever guesses.
 * What was right is forgotten. An account can be closed so, for a while, to browsers that it does not know; those that it knows are
 * counted by themselves, so that nobody can keep its owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
@Injectable()
export class Attempts {
  constructor(private readonly windows: RateWindows) {}

  /** @param device that has signed in to this account before; null when none is known. The address need not have an account. */
  ofLogin(address: EmailAddress, device: string | null): Tried {
    const { perAccount, perDevice, windowMs } = LIMITS.attempts;
    if (device !== null) return { key: `login device ${device}`, most: perDevice, windowMs };
    return { key: `login account ${hashEmailAddress(address).toString('base64url')}`, most: perAccount, windowMs };
  }

  /** Of somebody who has signed in and is asked for a password or a code once more. */
  ofUser(userId: UserId): Tried {
    const { perUser, windowMs } = LIMITS.attempts;
    return { key: `guess ${userId}`, most: perUser, windowMs };
  }

  /** Of a mail to an address that nobody has confirmed, with a name in it that anybody may choose: neither may become a way to send spam. */
  ofInvitation(tenantId: TenantId, address: EmailAddress): readonly Tried[] {
    const { perAddress, perTenant } = LIMITS.invitationMails;
    return [
      { key: `invitation to ${hashEmailAddress(address).toString('base64url')}`, most: perAddress, windowMs: HOUR_MS },
      { key: `invitation of ${tenantId}`, most: perTenant, windowMs: DAY_MS },
    ];
  }

  /** To be called before each try. @throws RateLimitedError when there were too many. */
  async take({ key, most, windowMs }: Tried): Promise<void> {
    const window = await this.windows.increment(key, windowMs, most);
    if (window.isBlocked) throw new RateLimitedError(`tried too often: the next try is answered in ${window.timeToBlockExpire} s`, window);
  }

  /** To be called when it was right. */
  async forget({ key }: Tried): Promise<void> {
    await this.windows.forget(key);
  }
}
