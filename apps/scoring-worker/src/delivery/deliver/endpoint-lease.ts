import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, type DestinationKind, SECOND_MS, type TenantId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { type SecretBox } from '#libs/tenants';
import { ATTEMPT_TIMEOUT_MS, type DisabledReason } from '#libs/delivery';
import { disableEndpoint } from './disable-endpoint.sql.js';
import {
  type AttemptRecord,
  countLostAttempts,
  type DueDelivery,
  delayBlocked,
  delayFollowers,
  keepProgress,
  readBody,
  readDue,
  recordAttempts,
  stillDue,
  type StoredBody,
  type UnfinishedDelivery,
} from './due-deliveries.sql.js';
import type { EndpointRoom } from './delivery-room.js';
import { followSettings, type GivenUp, giveUpAll, readTerms, type Terms } from './follow-settings.sql.js';
import { type DueEndpoint, endLease, type HealthUpdate, type LeasedEndpoint, renewLease, takeLease } from './lease-endpoint.sql.js';
import { countGivenUp } from './observe-attempt.js';
import type { Protocol } from '../protocols/protocol.js';
import type { Protocols } from '../protocols/protocols.js';

/** Longer than an attempt plus the pause between renewals. When a worker dies, its endpoints wait this long. */
const LEASE_MS = 25 * SECOND_MS;
/** A lease that is renewed this often always has time for another attempt. */
export const RENEW_EVERY_MS = 5 * SECOND_MS;
/** Time for one attempt, plus the delay its timer may have. */
const ROOM_MS = ATTEMPT_TIMEOUT_MS + 2 * SECOND_MS;

/** Highest number of attempts between two records: those in flight, and the results that the worker has collected. */
const MOST_UNRECORDED = 105;

/** State at the start of a lease. */
export interface LeaseStart {
  readonly endpoint: LeasedEndpoint;
  /** The kind of the destination; campaigns have webhooks. */
  readonly kind: DestinationKind;
  /** Null when nothing can be sent. */
  readonly protocol: Protocol | null;
  readonly due: readonly DueDelivery[];
}

/** Results to record, and deliveries to read next. */
export interface LeaseReport {
  readonly records: readonly AttemptRecord[];
  /** Deliveries with an aborted attempt, which may have arrived. */
  readonly aborted: readonly string[];
  /** Deliveries that a vendor still works on. */
  readonly unfinished: readonly UnfinishedDelivery[];
  readonly health: HealthUpdate;
  /** The reason to disable the endpoint now; null when there is none, or it was given before. */
  readonly disable: DisabledReason | null;
  /** Deliveries in flight or ready to be sent. */
  readonly held: readonly string[];
  /** Deliveries that were read a while ago and still have to be sent. */
  readonly aged: readonly string[];
  readonly wantsMore: boolean;
  /** Nothing is in flight, so the lease ends unless more is due. */
  readonly mayEnd: boolean;
}

/** The services that a lease works with. */
export interface LeaseTools {
  readonly database: Database;
  /** Seals the mails about an endpoint that is disabled. */
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly protocols: Protocols;
}

export type LeaseState =
  | {
      readonly kind: 'held';
      readonly due: readonly DueDelivery[];
      /** The settings have changed, so nothing more is sent. */
      readonly mustEnd: boolean;
      /** Time for which the endpoint has failed, when a user has cleared its failures; else null. */
      readonly clearedMs: number | null;
      readonly isDisabled: boolean;
      /** The aged deliveries that still have to be sent. */
      readonly stillDue: ReadonlySet<string>;
    }
  | { readonly kind: 'ended' | 'lost'; readonly due?: undefined };

/**
 * The right to send to one endpoint. One worker holds it at a time, so the limit per endpoint and the order of a customer's deliveries
 * hold over all workers. It expires when its worker dies. A worker that was frozen finds another token and records nothing.
 */
export class EndpointLease {
  private readonly token = randomUUID();
  /** In the time of `performance.now`, which continues while a process is frozen. */
  private goodUntil = 0;
  /** The terms when the lease began. */
  private terms: Terms = { owner: null, keys: '' };
  /** Failures in a row as the lease has stored them, or found them. */
  private storedFailures = 0;

  constructor(
    private readonly tools: LeaseTools,
    private readonly due: DueEndpoint,
    /** Bytes of the deliveries that `begin` and `record` have returned. The sender returns them to the room. */
    readonly room: EndpointRoom,
  ) {}

  get tenantId(): TenantId {
    return this.due.tenantId;
  }

  get isGood(): boolean {
    return performance.now() < this.goodUntil;
  }

  /** An attempt that starts now ends before another worker can get the lease. */
  get hasRoom(): boolean {
    return performance.now() < this.goodUntil - ROOM_MS;
  }

  /** @returns null when another worker has the lease, or nothing is due. */
  async begin(): Promise<LeaseStart | null> {
    const { id } = this.due;
    const asked = performance.now();
    const start = await this.reading(true, async (db, room) => {
      const endpoint = await takeLease(db, id, this.token, LEASE_MS);
      if (endpoint === null) return null;
      // Read before the protocol reads them: if they change in between, the next comparison notices it.
      this.terms = await this.readTerms(db);
      const followed = await followSettings(db, id, endpoint);
      const protocol = await this.tools.protocols.open(db, followed.destination, endpoint.url);
      const givenUp = protocol !== null ? followed.givenUp : [...followed.givenUp, await giveUpAll(db, id, 'no_secret')];
      const due = await readDue(db, id, [], room);
      const kind = followed.destination?.kind ?? 'webhook';
      this.storedFailures = followed.endpoint.consecutive_failures;
      return { endpoint: followed.endpoint, kind, protocol, due: endpoint.was_abandoned ? await countLost(db, due) : due, givenUp };
    });
    this.goodUntil = asked + LEASE_MS;
    countGivenUp(start?.givenUp ?? []);
    return start;
  }

  /** Records results, renews the lease and reads the next due deliveries, in one transaction. */
  async record({ records, aborted, unfinished, health, disable, held, aged, wantsMore, mayEnd }: LeaseReport): Promise<LeaseState> {
    const { id } = this.due;
    const asked = performance.now();
    let givenUp: GivenUp | null = null;
    let storedFailures = 0;
    const state = await this.reading(wantsMore, async (db, room): Promise<LeaseState> => {
      // The previous try was rolled back, so it has given up nothing.
      givenUp = null;
      const lease = { endpointId: id, token: this.token, leaseMs: LEASE_MS, storedFailures: this.storedFailures };
      const [renewed, terms] = await Promise.all([renewLease(db, lease, health), this.readTerms(db)]);
      if (renewed === null) return { kind: 'lost' };
      storedFailures = renewed.consecutive_failures;
      const isCleared = storedFailures !== health.consecutiveFailures;
      const isAsBefore = isDeepStrictEqual(terms, this.terms);
      const mustEnd = !isAsBefore || (terms.owner === null && renewed.disabled_reason !== null);
      const isOutdated = !isAsBefore && disable === 'key_refused';
      await recordAttempts(db, id, isOutdated ? records.map(withAnotherTry) : records);
      await countLostAttempts(db, aborted);
      for (const each of unfinished) await keepProgress(db, each);
      const isDisabled = disable !== null && !isOutdated && !isCleared;
      if (isDisabled) givenUp = await disableEndpoint(db, id, disable, { box: this.tools.box, now: this.tools.clock.now() });
      await delayFollowers(
        db,
        records.filter(({ status }) => status === 'failed').map((record) => record.id),
      );
      const due = room > 0 && disable === null && !mustEnd ? await readDue(db, id, held, room) : [];
      const clearedMs = isCleared ? renewed.failing_for_ms : null;
      if (!mayEnd || due.length > 0) return { kind: 'held', due, mustEnd, clearedMs, isDisabled, stillDue: await stillDue(db, aged, id) };
      await delayBlocked(db, id);
      await endLease(db, id);
      return { kind: 'ended' };
    });
    this.goodUntil = asked + LEASE_MS;
    this.storedFailures = storedFailures;
    if (givenUp !== null) countGivenUp([givenUp]);
    return state;
  }

  /** @returns null when the delivery need not be sent any more, or the terms of the lease have changed */
  readBody(deliveryId: string): Promise<StoredBody | null> {
    return this.tools.database.transaction(this.tenantId, async (db) => {
      const [stored, terms] = await Promise.all([readBody(db, deliveryId, this.due.id), this.readTerms(db)]);
      return isDeepStrictEqual(terms, this.terms) ? stored : null;
    });
  }

  private readTerms(db: TenantDb): Promise<Terms> {
    return readTerms(db, this.due.id, this.tools.clock.now());
  }

  /** Runs a transaction that reads deliveries into the room of the endpoint. */
  private async reading<T extends { readonly due?: readonly DueDelivery[] } | null>(
    isWanted: boolean,
    work: (db: TenantDb, room: number) => Promise<T>,
  ): Promise<T> {
    const room = isWanted ? this.room.takeRest() : 0;
    let used = 0;
    try {
      const result = await this.tools.database.transaction(this.tenantId, (db) => work(db, room));
      for (const { bytes } of result?.due ?? []) used += bytes;
      return result;
    } finally {
      this.room.giveBack(room - used);
    }
  }
}

/** The refusal of a key that was replaced in the meantime does not end the delivery. */
const withAnotherTry = (record: AttemptRecord): AttemptRecord =>
  record.deadLetterReason === 'key_refused' ? { ...record, status: 'failed', delayMs: 0, deadLetterReason: null } : record;

/**
 * Counts an attempt for each delivery that the previous worker may have sent before it died. It sent in this order and recorded nothing of the first
 * ones, so a few deliveries that it never sent are counted too.
 */
async function countLost(db: TenantDb, due: readonly DueDelivery[]): Promise<DueDelivery[]> {
  await countLostAttempts(
    db,
    due.slice(0, MOST_UNRECORDED).map(({ id }) => id),
  );
  return due.map((delivery, place) => (place < MOST_UNRECORDED ? { ...delivery, lost_attempts: delivery.lost_attempts + 1 } : delivery));
}
