import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { DAY_MS, forbidden } from '#libs/core';
import { neighbourhoodOf, RateLimitedError, RateWindows } from '#libs/guards';

const REFUSALS = {
  invite: 'registration is by invitation only: ask a member of your shop to invite you',
  closed: 'registration is closed: ask the people who run this service for an account',
} as const;

/**
 * Bounds the tenants that a network registers within a day. Each may store bytes from the start, so a caller with many free ones could fill
 * the disk. All addresses of a network count together, because one renter has many of them.
 */
@Injectable()
export class RegistrationLimit {
  constructor(
    private readonly windows: RateWindows,
    private readonly config: Config,
  ) {}

  /**
   * Registers a tenant and counts it. A failed registration does not count.
   * @param address the IP address of the caller
   * @throws AppError `forbidden` unless registration is open; RateLimitedError `quota_exceeded` when the network has reached its limit
   */
  async counted<Registered>(address: string | undefined, register: () => Promise<Registered>): Promise<Registered> {
    const { registration: mode } = this.config.auth;
    if (mode !== 'open') throw forbidden(REFUSALS[mode]);
    const network = neighbourhoodOf(address);
    const key = `registrations ${network}`;
    const window = await this.windows.increment(key, DAY_MS, this.config.rateLimit.registrations);
    if (window.isBlocked) {
      const message = `${window.limit} accounts were registered from your network (${network}) within a day, and more are not allowed: try again in ${window.timeToBlockExpire} s, or ask the operator for an account`;
      throw new RateLimitedError(message, window, 'quota_exceeded');
    }
    try {
      return await register();
    } catch (error) {
      await this.windows.release(key, window);
      throw error;
    }
  }
}
