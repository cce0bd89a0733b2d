import { Injectable } from '@nestjs/common';
import { busy, FairSlots, SECOND_MS, type TenantId } from '#libs/core';

/** Number of tests at once, per process and per tenant. An endpoint that does not answer holds a test for some seconds. */
const AT_ONCE = { slots: 32, perKey: 2 };
/** Limits for the waiting tests of one tenant. They are short, because a user waits for the answer. */
const WAITING = { mostWaiting: 4, mostWaitMs: 4 * SECOND_MS };

/** Shares the tests of destinations fairly among tenants, so that one with slow endpoints leaves room for the others. */
@Injectable()
export class TestSlots {
  private readonly slots = new FairSlots({ ...AT_ONCE, ...WAITING, refuse: () => busy('the sender of tests') });

  /** @param test checks the caller again: the person may have been removed while it waited. @throws AppError `service_unavailable` when too many tests of the tenant wait, or none of the slots became free in time */
  use<T>(tenantId: TenantId, test: () => Promise<T>): Promise<T> {
    return this.slots.use(tenantId, test, 1);
  }
}
