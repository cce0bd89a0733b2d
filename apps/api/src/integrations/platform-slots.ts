import { Injectable } from '@nestjs/common';
import { busy, FairSlots, SECOND_MS, type TenantId } from '#libs/core';

/** Number of calls to platforms at once, per process and per tenant. A shop that does not answer holds a call for 4 s. */
const AT_ONCE = { slots: 32, perKey: 2 };
/** Limits for the waiting calls of one tenant. They are short, because a user waits for the answer. */
const WAITING = { mostWaiting: 4, mostWaitMs: 4 * SECOND_MS };

/** Shares the calls to platforms fairly among tenants, so that one with slow shops leaves room for the others. */
@Injectable()
export class PlatformSlots {
  private readonly slots = new FairSlots({ ...AT_ONCE, ...WAITING, refuse: () => busy('the connection to storefronts') });

  /** @throws AppError `service_unavailable` when too many calls of the tenant wait, or none of the slots became free in time */
  use<T>(tenantId: TenantId, call: () => Promise<T>): Promise<T> {
    return this.slots.use(tenantId, call, 1);
  }
}
