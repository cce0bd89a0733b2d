import { Injectable } from '@nestjs/common';
import { AppError, Clock, HOUR_MS, PLANS, type TenantId, traitNameProblem, traitValueProblem } from '#libs/core';
import { isIdentifier } from '#libs/dto';
import type { Caller } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import type { JobOrigin } from '#libs/queues';
import { type Fields, guestIdsWith } from '#libs/storefront';
import type { AuditOrigin } from '#libs/tenants';
import { LRUCache } from 'lru-cache';
import { JoinAliases } from '../customers/aliases/join-aliases.js';
import { PseudonymKeys } from '../ingest/pseudonym-keys.js';
import { keySource, receiveBatch } from '../ingest/receive-batch.js';
import { ManageTraits } from '../traits/manage-traits.js';
import { SetTraits } from '../traits/set-traits.js';
import { type CallContext, idsOf, mapCall, type MappedCall, UNUSED_EVENT, type UnusedCall } from './map-call.js';

/** The calls of one request. */
export interface Calls {
  readonly calls: readonly unknown[];
  readonly sentAt: unknown;
  /** The calls are history: no webhook is sent for them. */
  readonly isHistory: boolean;
}

interface Sender {
  readonly caller: Caller;
  readonly origin: JobOrigin;
  readonly auditOrigin: AuditOrigin;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const isEmail = (id: unknown): id is string => typeof id === 'string' && EMAIL.test(id.trim());

/**
 * Receives calls of Segment's protocol. Events go through ingestion, aliases and traits through their own use cases. All of it can be repeated, so
 * an error in the middle loses nothing: the client sends the request again.
 */
@Injectable()
export class ReceiveCalls {
  /** Kinds of unused calls that were logged lately. Every page of a shop may send one, and would push real rejections out of the log. */
  private readonly told = new LRUCache<string, true>({ max: 10_000, ttl: HOUR_MS });

  constructor(
    private readonly ingestion: Ingestion,
    private readonly pseudonymKeys: PseudonymKeys,
    private readonly joinAliases: JoinAliases,
    private readonly setTraits: SetTraits,
    private readonly manageTraits: ManageTraits,
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
    const unused = isHistory ? [] : await this.set(sender, mapped);
    unused.push(...(await this.join(sender, mapped)), ...mapped.flatMap((each) => each.unused ?? []));
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

  /** Sets the traits that the tenant has already: senders identify with many more numbers than the few names that it may have. */
  private async set({ caller, origin }: Sender, mapped: readonly MappedCall[]): Promise<UnusedCall[]> {
    const given = mapped.flatMap(({ traits }) => traits ?? []);
    if (given.length === 0) return [];
    const known = new Set((await this.manageTraits.list(caller.tenantId)).data.map(({ name }) => name));
    const ofCustomers = new Map<unknown, Map<string, number>>();
    for (const { customer, values } of given) {
      const usable = [...values].filter(([name, value]) => known.has(name) && problemOf(name, value) === null);
      if (isIdentifier(customer) && usable.length > 0)
        ofCustomers.set(customer, new Map([...(ofCustomers.get(customer) ?? []), ...usable]));
    }
    const failed: UnusedCall[] = [];
    for (const [customer, values] of ofCustomers) {
      const reason = await reasonOf(
        this.setTraits.setUnread(caller.tenantId, String(customer), values, origin),
        'traits: they cannot be set now',
      );
      if (reason !== null) failed.push({ input: { customer_id: customer }, code: 'unused_traits', reason });
    }
    return failed;
  }

  private async join({ caller, auditOrigin }: Sender, mapped: readonly MappedCall[]): Promise<UnusedCall[]> {
    const failed: UnusedCall[] = [];
    for (const { customer, alias, input } of mapped.flatMap((each) => each.alias ?? [])) {
      const reason =
        isIdentifier(customer) && isIdentifier(alias)
          ? await reasonOf(this.joinAliases.join(caller, String(customer), String(alias), auditOrigin), NOT_JOINED)
          : 'userId and previousId: an alias needs both, each a text of 1 to 255 characters';
      if (reason !== null) failed.push({ input, code: 'unused_alias', reason });
    }
    return failed;
  }
}

const problemOf = (name: string, value: number): unknown => traitNameProblem(name) ?? traitValueProblem(name, value);

const OF_THE_CALL: ReadonlySet<string> = new Set(['conflict', 'not_found', 'validation_error']);

const NOT_JOINED = 'userId and previousId: the two are the same, one is joined with others or has 20 aliases, or one is being erased';

/** @returns the reason when a call was refused; null when it was not. Other errors concern the whole request. */
async function reasonOf(done: Promise<unknown>, reason: string): Promise<string | null> {
  try {
    await done;
    return null;
  } catch (error) {
    if (error instanceof AppError && OF_THE_CALL.has(error.code)) return reason;
    throw error;
  }
}
