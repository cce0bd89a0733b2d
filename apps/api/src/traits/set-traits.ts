import { Injectable } from '@nestjs/common';
import { Clock, conflict, type CustomerId, customerIdOf, DAY_MS, LIMITS, notFound, type TenantId, withTraitValue } from '#libs/core';
import { Database, keepErasuresAway, type TenantDb } from '#libs/database';
import { isIdentifier } from '#libs/dto';
import { BYTES_OF_CUSTOMER, BYTES_OF_TRAIT_VALUE, createCustomers, findOrCreateWaiting, insertScoreRequests } from '#libs/ingestion';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { UsageMeter } from '#libs/tenants';
import { findTraitValues } from '../customers/find-customer.sql.js';
import type { CustomerTraitsDto } from './trait.dto.js';
import type { TraitsInput } from './traits.pipe.js';
import { addTraits, listTraits, lockCustomer, lockHistories, type StoredTrait, writeHistories } from './traits.sql.js';

const MOST = LIMITS.traits.names;

/** Sets and removes numeric traits of a customer. The score follows, because its request commits with the traits. */
@Injectable()
export class SetTraits {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly meter: UsageMeter,
  ) {}

  /**
   * @returns all traits of the customer.
   * @throws AppError `not_found` when the tenant has never sent an event of this customer.
   * @throws AppError `conflict` when the tenant would have more names than it can have, `quota_exceeded` when it may not store more.
   */
  async set(tenantId: TenantId, externalId: string, input: TraitsInput, origin: JobOrigin): Promise<CustomerTraitsDto> {
    const named = customerIdOf(tenantId, externalId);
    const { reply: traits } = await this.change(tenantId, { input, origin, mayCreate: false }, async (db, now) => {
      const id = await findOrCreateWaiting(db, named, () => lockCustomer(db, named));
      if (id === null) throw notFound('customer');
      const changed = await store(db, id, { input, now });
      return { changed, created: 0, reply: await findTraitValues(db, id) };
    });
    return { external_id: externalId, traits };
  }

  /**
   * Works like `set`, for a caller who may not read. The answer holds nothing beyond the request. A customer who is new gets the same answer:
   * traits may come before the first event.
   * @throws AppError `conflict` when the tenant would have more names than it can have, `quota_exceeded` when it may not store more.
   */
  async setUnread(tenantId: TenantId, externalId: string, input: TraitsInput, origin: JobOrigin): Promise<CustomerTraitsDto> {
    if (!isIdentifier(externalId)) throw notFound('customer');
    const named = customerIdOf(tenantId, externalId);
    await this.change(tenantId, { input, origin, mayCreate: true }, async (db, now) => {
      const find = (): Promise<CustomerId | null> => lockCustomer(db, named);
      const known = await findOrCreateWaiting(db, named, find);
      if (known === null) await createCustomers(db, [{ id: named, externalId }]);
      const id = known ?? (await find());
      if (id === null) throw new Error('a customer was made and cannot be found');
      return { changed: await store(db, id, { input, now }, 'unread'), created: known === null ? 1 : 0, reply: null };
    });
    return {
      external_id: externalId,
      traits: Object.fromEntries([...input].flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    };
  }

  /** Makes a change that the quota of stored bytes has room for, and asks for the score if a value has changed. */
  private change<T>(
    tenantId: TenantId,
    { input, origin, mayCreate }: { readonly input: TraitsInput; readonly origin: JobOrigin; readonly mayCreate: boolean },
    work: (db: TenantDb, now: Date) => Promise<Changed<T>>,
  ): Promise<Changed<T>> {
    const now = this.clock.now();
    // Taking values away needs no room.
    const given = [...input.values()].filter((value) => value !== null).length;
    return this.meter.storeWithin(tenantId, bytesOf({ changed: given, created: mayCreate ? 1 : 0 }), async () => {
      const made = await this.database.transaction(tenantId, async (db) => {
        await keepErasuresAway(db);
        return work(db, now);
      });
      if (made.changed > 0) this.publisher.wakeScoring(tenantId, { backfill: false }, origin);
      return { events: 0, bytes: bytesOf(made), ...made };
    });
  }
}

interface Stored {
  /** Number of values that have changed. */
  readonly changed: number;
  /** Number of customers that were made. */
  readonly created: number;
}

interface Changed<T> extends Stored {
  readonly reply: T;
}

const bytesOf = ({ changed, created }: Stored): number => created * BYTES_OF_CUSTOMER + changed * BYTES_OF_TRAIT_VALUE;

interface Given {
  readonly input: TraitsInput;
  readonly now: Date;
}

/** @returns the number of values that have changed */
async function store(db: TenantDb, id: CustomerId, given: Given, reader: 'reads' | 'unread' = 'reads'): Promise<number> {
  const changed = await changedHistories(db, id, given, reader);
  if (changed.length === 0) return 0;
  await writeHistories(db, id, changed);
  await insertScoreRequests(db, { customers: [], orders: [], others: [id], restated: [] }, false);
  return changed.length;
}

/** Returns the customer's own histories that the input changes, as they are afterwards. A value that an alias has brought counts as its value. */
async function changedHistories(db: TenantDb, id: CustomerId, { input, now }: Given, reader: 'reads' | 'unread'): Promise<StoredTrait[]> {
  const traitIds = await traitIdsOf(db, { input, now }, reader);
  const stored = await lockHistories(db, id, [...traitIds.values()]);
  const today = Math.floor(now.getTime() / DAY_MS);
  return [...traitIds].flatMap(([name, traitId]) => {
    const histories = stored.filter((each) => each.traitId === traitId);
    const own = histories.find(({ isOwn }) => isOwn) ?? { days: [], values: [] };
    const ofAliases = histories.filter(({ isOwn }) => !isOwn);
    const after = withTraitValue(own, today, input.get(name) ?? null, ofAliases);
    return after === null ? [] : [{ ...after, traitId }];
  });
}

/** Returns the ids of the named traits. Names that are new get one, unless the input would only remove them. */
async function traitIdsOf(db: TenantDb, { input, now }: Given, reader: 'reads' | 'unread'): Promise<ReadonlyMap<string, string>> {
  const known = async (): Promise<Map<string, string>> => new Map((await listTraits(db)).map(({ name, id }) => [name, id]));
  const missingIn = (ids: ReadonlyMap<string, string>): string[] =>
    [...input].flatMap(([name, value]) => (value === null || ids.has(name) ? [] : [name]));
  let ids = await known();
  if (missingIn(ids).length > 0) {
    // Two requests with new names come one after the other, so that both together respect the limit.
    await db.lockTenant();
    ids = await known();
    const missing = missingIn(ids);
    if (ids.size + missing.length > MOST) throw conflict(tooMany(missing, reader === 'reads' ? [...ids.keys()] : []));
    if (missing.length > 0) await addTraits(db, missing, now);
    ids = await known();
  }
  return new Map([...ids].filter(([name]) => input.has(name)));
}

/** @param known the existing names; none for a caller who may not read them */
const tooMany = (missing: readonly string[], known: readonly string[]): string =>
  `${missing.join(', ')} would be more than ${MOST} trait names${known.length === 0 ? '' : `: you have ${known.join(', ')}`}. Free one with DELETE /traits/{name}`;
