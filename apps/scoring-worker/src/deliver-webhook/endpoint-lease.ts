import { randomUUID } from 'node:crypto';
import { type Clock, SECOND_MS } from '#libs/core';
import { type Database, liveWebhookSecrets, type SecretBox } from '#libs/database';
import { ATTEMPT_TIMEOUT_MS, type DisabledReason } from '#libs/delivery';
import { disableEndpoint } from './disable-endpoint.sql.js';
import { type AttemptRecord, type DueDelivery, putBehind, putBehindThese, readDue, recordAttempts } from './due-deliveries.sql.js';
import { followSettings, giveUp } from './follow-settings.sql.js';
import { type Behaviour, endLease, type LeasedEndpoint, type DueEndpoint, renewLease, takeLease } from './lease-endpoint.sql.js';

/** Longer than an attempt and the pause between renewals together; a worker that dies holds up its addresses for as long. */
const LEASE_MS = 25 * SECOND_MS;
/** A lease that is renewed this often always has room for another attempt. */
export const RENEW_EVERY_MS = 5 * SECOND_MS;
/** Room for an attempt, and for what its timer may be late. */
const ROOM_MS = ATTEMPT_TIMEOUT_MS + 2 * SECOND_MS;
/** Deliveries that are held ready, so that sending does not wait for reading. */
const READ_AHEAD = 300;

/** What a turn begins with. */
export interface LeaseStart {
  readonly receiver: LeasedEndpoint;
  /** The current one first; empty when the tenant has none. */
  readonly secrets: readonly string[];
  readonly due: readonly DueDelivery[];
}

/** What there is to record, and what is wanted next. */
export interface Settlement {
  readonly records: readonly AttemptRecord[];
  readonly behaviour: Behaviour;
  readonly disable: DisabledReason | null;
  /** Deliveries that are being sent, or are held ready. */
  readonly held: readonly string[];
  readonly wantsMore: boolean;
  /** Nothing is being sent: the lease ends unless something more is due. */
  readonly mayEnd: boolean;
}

export type Settled = { readonly kind: 'held'; readonly due: readonly DueDelivery[] } | { readonly kind: 'ended' | 'lost' };

/**
 * The right to send to one address, which one worker has at a time: so an address gets no more at once than it may, and a customer's
 * deliveries go one after the other, however many workers there are. It runs out by itself when its worker dies; a worker that was
 * frozen and wakes finds its token gone, and records nothing.
 */
export class EndpointLease {
  private readonly token = randomUUID();
  /** On the clock of `performance.now`, which goes on while a process is frozen. */
  private goodUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    readonly receiver: DueEndpoint,
  ) {}

  get isGood(): boolean {
    return performance.now() < this.goodUntil;
  }

  /** An attempt that begins now ends before anybody else may begin one. */
  get hasRoom(): boolean {
    return performance.now() < this.goodUntil - ROOM_MS;
  }

  /** @returns null when another worker has the lease, or nothing is due. */
  async begin(): Promise<LeaseStart | null> {
    const { tenantId, id } = this.receiver;
    const asked = performance.now();
    const start = await this.database.transaction(tenantId, async (db) => {
      const receiver = await takeLease(db, id, this.token, LEASE_MS);
      if (receiver === null) return null;
      await followSettings(db, id, receiver);
      const secrets = await liveWebhookSecrets(db, this.box, this.clock.now());
      if (secrets.length === 0) await giveUp(db, id, 'no_secret');
      return { receiver, secrets, due: await readDue(db, id, [], READ_AHEAD) };
    });
    this.goodUntil = asked + LEASE_MS;
    return start;
  }

  /** Records what came of attempts, renews the lease, and reads what is due next; all of it or nothing. */
  async settle({ records, behaviour, disable, held, wantsMore, mayEnd }: Settlement): Promise<Settled> {
    const { tenantId, id } = this.receiver;
    const asked = performance.now();
    const settled = await this.database.transaction(tenantId, async (db): Promise<Settled> => {
      if (!(await renewLease(db, { endpointId: id, token: this.token, leaseMs: LEASE_MS }, behaviour))) return { kind: 'lost' };
      await recordAttempts(db, id, records);
      if (disable !== null) await disableEndpoint(db, id, disable, { box: this.box, now: this.clock.now() });
      await putBehindThese(db, records.filter(({ status }) => status === 'failed').map((record) => record.id)); // prettier-ignore
      const due = wantsMore && disable === null ? await readDue(db, id, held, READ_AHEAD) : [];
      if (!mayEnd || due.length > 0) return { kind: 'held', due };
      await putBehind(db, id);
      await endLease(db, id);
      return { kind: 'ended' };
    });
    this.goodUntil = asked + LEASE_MS;
    return settled;
  }
}
