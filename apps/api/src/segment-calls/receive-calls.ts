import { Injectable } from '@nestjs/common';
import { Clock, PLANS } from '#libs/core';
import { Ingestion } from '#libs/ingestion';
import { isEmail, mailIdentity } from '#libs/order-import';
import { type Fields, guestIdsWith } from '#libs/storefront';
import { PseudonymKeys } from '../ingest/pseudonym-keys.js';
import { keySource, receiveBatch } from '../ingest/receive-batch.js';
import { ChangeCustomers, type Sender } from './change-customers.js';
import { LoggedKinds } from './logged-kinds.js';
import { type CallContext, idsOf, mapCall } from './map-call.js';

/** The calls of one request. */
export interface Calls {
  readonly calls: readonly unknown[];
  readonly sentAt: unknown;
  /** The calls are history: no webhook is sent for them. */
  readonly isHistory: boolean;
}

/** Returns the e-mail address in an identifier, which may be written as "Anna <anna@shop.example>". */
function emailIn(id: unknown): string | null {
  if (typeof id !== 'string') return null;
  const identity = mailIdentity(id);
  if (identity.kind === 'email') return identity.text;
  return isEmail(id.trim()) ? id : null;
}

/** Receives calls of Segment's protocol. Every step can be repeated: after an error the client sends the request again. */
@Injectable()
export class ReceiveCalls {
  private readonly loggedKinds = new LoggedKinds();

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
    const context = { sentAt, now: this.clock.now(), allowedFields, pseudonymize: await this.pseudonymizerOf(sender, calls) };
    const mapped = calls.map((call) => mapCall(call, context));
    await this.store(
      sender,
      mapped.flatMap(({ event }) => (event === undefined ? [] : [event])),
      isHistory,
    );
    // The values of traits count from today on, which those of the past must not.
    const unused = isHistory ? [] : await this.customers.setTraits(sender, mapped);
    unused.push(...(await this.customers.join(sender, mapped)), ...mapped.flatMap((each) => each.unused ?? []));
    const logged = this.loggedKinds.notYetLogged(tenantId, unused);
    const kept = await this.ingestion.keepRejected(tenantId, keySource(sender.caller, 'api'), logged);
    this.loggedKinds.note(tenantId, logged.slice(0, kept));
  }

  /** Returns a function that replaces e-mail addresses by the pseudonyms that imports and shops give them. */
  private async pseudonymizerOf({ caller }: Sender, calls: readonly unknown[]): Promise<CallContext['pseudonymize']> {
    if (!calls.some((call) => idsOf(call).some((id) => emailIn(id) !== null))) return (id) => id;
    const pseudonym = guestIdsWith(await this.pseudonymKeys.keyOf(caller.tenantId));
    return (id) => {
      const email = emailIn(id);
      return email === null ? id : pseudonym(email);
    };
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
