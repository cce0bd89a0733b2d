import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, PLANS, type TenantId } from '#libs/core';
import { Ingestion } from '#libs/ingestion';
import { type Fields, guestIdsWith } from '#libs/storefront';
import { LRUCache } from 'lru-cache';
import { PseudonymKeys } from '../ingest/pseudonym-keys.js';
import { keySource, receiveBatch } from '../ingest/receive-batch.js';
import { ChangeCustomers, type Sender } from './change-customers.js';
import { type CallContext, idsOf, mapCall, UNUSED_EVENT, type UnusedCall } from './map-call.js';

/** The calls of one request. */
export interface Calls {
  readonly calls: readonly unknown[];
  readonly sentAt: unknown;
  /** The calls are history: no webhook is sent for them. */
  readonly isHistory: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const isEmail = (id: unknown): id is string => typeof id === 'string' && EMAIL.test(id.trim());

/**
 * Receives calls of Segment's protocol. All of it can be repeated, so an error in the middle loses nothing: the client sends the request again.
 */
@Injectable()
export class ReceiveCalls {
  /** Kinds of unused calls that were logged lately. Every page of a shop may send one, and would push real rejections out of the log. */
  private readonly told = new LRUCache<string, true>({ max: 10_000, ttl: HOUR_MS });

  constructor(
    private readonly ingestion: Ingestion,
    private readonly pseudonymKeys: PseudonymKeys,
    private readonly customers: ChangeCustomers,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `quota_exceeded` or `service_unavailable`. What a call does wrong is kept for the log of events. */
  async receive(sender: Sender, { calls, sentAt, isHistory }: Calls): Promise<void> {
    const { tenantId } = sender.caller;
    const { allowedFields } = await this.ingestion.rules.of(tenantId);
    const context = { sentAt, now: this.clock.now(), allowedFields, nameless: await this.namelessIn(sender, calls) };
    const mapped = calls.map((call) => mapCall(call, context));
    await this.store(
      sender,
      mapped.flatMap(({ event }) => (event === undefined ? [] : [event])),
      isHistory,
    );
    // The values of traits count from today on, which those of the past must not.
    const unused = isHistory ? [] : await this.customers.setTraits(sender, mapped);
    unused.push(...(await this.customers.join(sender, mapped)), ...mapped.flatMap((each) => each.unused ?? []));
    await this.ingestion.keepRejected(tenantId, keySource(sender.caller, 'api'), this.untold(tenantId, unused));
  }

  private untold(tenantId: TenantId, unused: readonly UnusedCall[]): UnusedCall[] {
    return unused.filter(({ code, reason }) => {
      if (code !== UNUSED_EVENT) return true;
      const kind = `${tenantId} ${reason}`;
      const isNew = !this.told.has(kind);
      if (isNew) this.told.set(kind, true);
      return isNew;
    });
  }

  /** Returns what replaces e-mail addresses by the pseudonyms that imports and shops give them. */
  private async namelessIn({ caller }: Sender, calls: readonly unknown[]): Promise<CallContext['nameless']> {
    if (!calls.some((call) => idsOf(call).some(isEmail))) return (id) => id;
    const pseudonym = guestIdsWith(await this.pseudonymKeys.keyOf(caller.tenantId));
    return (id) => (isEmail(id) ? pseudonym(id) : id);
  }

  /** Clients do not know the plan, so a request is split into batches of its size. */
  private async store({ caller, origin }: Sender, events: readonly Fields[], backfill: boolean): Promise<void> {
    const { maxBatch } = PLANS[caller.plan];
    const options = { dryRun: false, source: keySource(caller, 'api'), origin };
    const batch = { backfill, backfillDone: false, uploadId: null, uploadDone: false };
    for (let from = 0; from < events.length; from += maxBatch)
      await receiveBatch(this.ingestion, caller, { ...batch, events: events.slice(from, from + maxBatch) }, options);
  }
}
