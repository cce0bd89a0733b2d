import { LIMITS, type TenantId } from '#libs/core';
import { RateLimitedError } from '../rate-limit/rate-limited-error.js';
import { cannotCount, type RateWindow, RateWindows } from '../rate-limit/rate-windows.js';
import type { LiveConnection } from './live-connection.sql.js';

/** Units that a tenant has per minute, for each request that its plan allows. */
const UNITS_PER_REQUEST = 10;
/** An ordinary call costs one unit. Parsing this many bytes takes about 3 ms (2026-11). */
const BYTES_PER_UNIT = 64 * 1024;
const EVENTS_PER_UNIT = 10;

/** The tenant of a call and its shop; null when they are unknown, and then nothing counts. */
interface ShopCaller {
  readonly tenantId: TenantId | null;
  readonly connection: LiveConnection | null;
}

/**
 * Counts the calls of shops that sign with a secret of their own. The tenant knows the secret, so the calls may be forged, unlike those of
 * a platform's app. Refused calls get 503: the shop must not conclude that the endpoint is gone.
 */
export class OwnSecretCalls {
  /** @param ownWindows windows of this process, for the time in which the shared ones cannot count: signed calls are taken even then */
  constructor(
    private readonly windows: RateWindows,
    private readonly ownWindows: RateWindows,
  ) {}

  /** Counts a signed call before its body is parsed. @param bytes size of the body when it is inflated, at most @throws RateLimitedError */
  async countCall(caller: ShopCaller, bytes: number): Promise<void> {
    await this.count(caller, Math.max(1, Math.ceil(bytes / BYTES_PER_UNIT)));
  }

  /** Counts the events of a call before they are stored. The first few are part of the call. @throws RateLimitedError */
  async countEvents(caller: ShopCaller, events: number): Promise<void> {
    await this.count(caller, Math.floor(events / EVENTS_PER_UNIT));
  }

  private async count({ tenantId, connection }: ShopCaller, units: number): Promise<void> {
    if (tenantId === null || connection === null || connection.ownSecrets.length === 0) return;
    const limit = UNITS_PER_REQUEST * connection.ratePerMinute;
    // The windows send the counts of one iteration of the event loop together.
    const countIn = (windows: RateWindows): Promise<RateWindow[]> =>
      Promise.all(Array.from({ length: units }, () => windows.increment(`shop ${tenantId}`, LIMITS.rateWindowMs, limit)));
    const counted = await countIn(this.windows).catch((error: unknown) => {
      if (cannotCount(error)) return countIn(this.ownWindows);
      throw error;
    });
    const blocked = counted.find(({ isBlocked }) => isBlocked);
    if (blocked === undefined) return;
    const message = `the shop has used up its ${limit} webhooks of a minute, of which a large one counts as several: try again in ${blocked.timeToBlockExpire} s`;
    throw new RateLimitedError(message, blocked, 'service_unavailable');
  }
}
