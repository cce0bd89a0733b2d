import { Injectable } from '@nestjs/common';
import { busy, FairSlots, SECOND_MS, type TenantId } from '#libs/core';
import { Sender, type SendRequest, type SendResult } from '#libs/delivery';

/** Number of tests at once, per process and per tenant. An endpoint that does not answer holds a test for some seconds. */
const AT_ONCE = { slots: 32, perKey: 2 };
/** Limits for the waiting tests of one tenant. They are short, because a user waits for the answer. */
const WAITING = { mostWaiting: 4, mostWaitMs: 4 * SECOND_MS };

/** Shares the tests of destinations fairly among tenants, so that one with slow endpoints leaves room for the others. */
@Injectable()
export class TestSlots {
  private readonly slots = new FairSlots({ ...AT_ONCE, ...WAITING, refuse: () => busy('the sender of tests') });

  constructor(private readonly sender: Sender) {}

  /**
   * Sends a webhook.
   * @param prepare runs in the slot, and checks the caller: the person may have been removed while the test waited
   * @throws like `use`
   */
  send<T extends { readonly request: SendRequest }>(
    tenantId: TenantId,
    prepare: () => Promise<T>,
  ): Promise<T & { readonly result: SendResult }> {
    return this.use(tenantId, async () => {
      const prepared = await prepare();
      return { ...prepared, result: await this.sender.send(prepared.request) };
    });
  }

  /** @throws AppError `service_unavailable` when too many tests of the tenant wait, or none of the slots became free in time */
  use<T>(tenantId: TenantId, test: () => Promise<T>): Promise<T> {
    return this.slots.use(tenantId, test, 1);
  }
}
