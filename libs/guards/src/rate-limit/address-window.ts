import { LIMITS } from '#libs/core';
import { networkOf } from './address-network.js';
import { type RateWindow, RateWindows } from './rate-windows.js';

/** Returns the counter of the callers at an IP address that have no valid credential. */
export const addressCounter = (ip: string | undefined): string => `address ${networkOf(ip)}`;

/** Tells which addresses have used up what callers without a valid credential may ask. */
export class AddressWindow {
  /** @param perMinute requests that an address may make without a credential */
  constructor(
    private readonly windows: RateWindows,
    private readonly perMinute: number,
  ) {}

  /** @returns null while the address has requests left. Counts nothing. @throws AppError like `RateWindows.increment` */
  async usedUp(ip: string | undefined): Promise<RateWindow | null> {
    const window = await this.windows.peek(addressCounter(ip), LIMITS.rateWindowMs, this.perMinute);
    return window.isBlocked ? window : null;
  }

  /** Tells whether callers from the address are served more slowly: it has no request left, or requests cannot be counted. */
  mayBeUsedUp(ip: string | undefined): Promise<boolean> {
    return this.windows.mayBeUsedUp(addressCounter(ip), LIMITS.rateWindowMs, this.perMinute);
  }
}
