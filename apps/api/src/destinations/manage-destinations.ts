import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { nextRun, readTenantTimezone } from '#libs/campaigns';
import { Clock, conflict, type DestinationKind, isUuid, LIMITS, newId, notFound, SUMMARY_TIME, takesAll, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { openResync } from '#libs/work';
import { AllowedUrls, enableEndpoint, endpointOf, registerEndpoint, retryWaitingNow } from '#libs/delivery';
import { placeUrl, Vendors } from '#libs/destinations';
import { DestinationEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { customerAccess } from '#libs/storefront';
import { lockForRole } from '../http/access/lock-for-role.js';
import type { ChangeDestinationDto, CreateDestinationDto, DestinationDto, DestinationProfilesDto, ResyncDto } from './destination.dto.js';
import { countProfiles } from './count-profiles.sql.js';
import { credentialOf, expectFieldsOf } from './destination-input.js';
import { readAll, readDestination } from './destination-reply.js';
import { storageAfter } from './storage-input.js';
import { expectUrlFree } from './url-taken.js';

/** The settings of a destination that a caller may change, in the form that we store. */
type Stored = Pick<DestinationEntity, 'name' | 'url' | 'storage' | 'eventTypes' | 'enabled' | 'disabledReason'>;
type Place = Pick<DestinationEntity, 'id' | 'kind' | 'url'>;
type Input = Pick<ChangeDestinationDto, 'key' | 'storage'>;
type Target = Pick<Stored, 'url' | 'storage'>;

const NOWHERE: Target = { url: null, storage: null };

/** Lists, creates, changes and deletes destinations. */
@Injectable()
export class ManageDestinations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly urls: AllowedUrls,
    private readonly vendors: Vendors,
    private readonly publisher: JobPublisher,
  ) {}

  list(tenantId: TenantId): Promise<DestinationDto[]> {
    return this.database.transaction(tenantId, (db) => readAll(db, null));
  }

  /** Counts the customers that a vendor with profiles gets values of. */
  profiles(tenantId: TenantId): Promise<DestinationProfilesDto> {
    return this.database.read(tenantId, countProfiles);
  }

  /** @throws AppError `not_found`. */
  get(tenantId: TenantId, id: string): Promise<DestinationDto> {
    return this.database.transaction(tenantId, (db) => readDestination(db, id));
  }

  /** @throws AppError `validation_error` for a field that is missing or not allowed; `conflict` for too many, a URL that is taken, or no shop. */
  async create(caller: AccountCaller, input: CreateDestinationDto, origin: AuditOrigin): Promise<DestinationDto> {
    const { kind, name } = input;
    expectFieldsOf(kind, input, { isNew: true, slackUrl: this.vendors.slackUrl });
    const target = await this.targetAfter(NOWHERE, input);
    const now = this.clock.now();
    return this.underLock(caller, async (db) => {
      const { url } = target;
      const id = await this.reserve(db, kind, url);
      const access = await this.accessOf(db, kind, true);
      const settings = { kind, name, ...target, eventTypes: input.event_types ?? null, ...access };
      const row = {
        ...settings,
        ...this.sealed(db, id, input),
        ...(access.enabled && wantsResync(kind, now)),
        nextMessageAt: await this.nextMessage(db, kind, now),
        updatedAt: now,
      };
      const destinations = db.repository(DestinationEntity);
      if ((await destinations.update({ id }, row)) === 0) await destinations.insert({ ...row, id, createdAt: now });
      await startAfresh(db, { id, kind, url });
      await recordAudit(db, { action: 'destination.created', ...origin, details: { destination_id: id, kind } }, now);
      return readDestination(db, id);
    });
  }

  /** @throws AppError `not_found`, `validation_error`, or `conflict` for a URL that is taken. */
  async change(
    caller: AccountCaller,
    id: string,
    input: ChangeDestinationDto,
    origin: AuditOrigin,
    cause: JobOrigin,
  ): Promise<DestinationDto> {
    const { target, known } = await this.targetOfChange(caller.tenantId, id, input);
    const isNewKey = credentialOf(input) !== null;
    const now = this.clock.now();
    const changed = await this.underLock(caller, async (db) => {
      const before = await find(db, id);
      expectFieldsOf(before.kind, input, { isNew: false, slackUrl: this.vendors.slackUrl });
      if (known !== null && !isDeepStrictEqual(before.storage, known.storage))
        throw conflict('somebody else has just changed the storage; try again');
      const after = afterChange(before, input, target ?? before, isNewKey);
      const fields: string[] = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => WIRE_NAMES[field]);
      if (isNewKey) fields.push('key');
      if (fields.length > 0) {
        if (after.url !== null) await expectUrlFree(db, after.url, before.id);
        if (after.enabled && !before.enabled) await this.accessOf(db, before.kind, false);
        const isAfresh = after.enabled && (!before.enabled || after.url !== before.url || isNewKey);
        const row = { ...after, ...this.sealed(db, before.id, input), ...(isAfresh && wantsResync(before.kind, now)), updatedAt: now };
        await db.repository(DestinationEntity).update({ id: before.id }, row);
        const place = { id: before.id, kind: before.kind, url: after.url };
        if (isAfresh) await startAfresh(db, place);
        // A worker applies the change when it next leases the endpoint: waiting deliveries move, are given up, or are retried.
        await wake(db, [before, place]);
        await recordAudit(db, { action: 'destination.changed', ...origin, details: { destination_id: before.id, fields } }, now);
      }
      return readDestination(db, before.id);
    });
    this.publisher.wakeDelivery(caller.tenantId, cause);
    return changed;
  }

  /** Deliveries that wait become dead letters. @throws AppError `not_found`. */
  async remove(caller: AccountCaller, id: string, origin: AuditOrigin, cause: JobOrigin): Promise<void> {
    const now = this.clock.now();
    await this.underLock(caller, async (db) => {
      const destination = await find(db, id);
      await db.repository(DestinationEntity).delete({ id: destination.id });
      await wake(db, [destination]);
      const details = { destination_id: destination.id, kind: destination.kind };
      await recordAudit(db, { action: 'destination.deleted', ...origin, details }, now);
    });
    this.publisher.wakeDelivery(caller.tenantId, cause);
  }

  /** Pushes all profiles again. @returns the job, or the one that runs already. @throws AppError `not_found`, `conflict`. */
  resync(caller: AccountCaller, id: string, origin: AuditOrigin): Promise<ResyncDto> {
    const now = this.clock.now();
    return this.underLock(caller, async (db) => {
      const destination = await find(db, id);
      if (!takesAll(destination.kind)) throw conflict(`a destination of the kind ${destination.kind} keeps no profiles`);
      if (!destination.enabled) throw conflict('the destination is switched off; switch it on first');
      const { jobId, queued, isNew } = await openResync(db, destination.id, now);
      const details = { destination_id: destination.id, job_id: jobId };
      if (isNew) await recordAudit(db, { action: 'destination.resync_requested', ...origin, details }, now);
      return { job_id: jobId, queued };
    });
  }

  /**
   * Runs changes one after the other. Checks the caller again, who may have lost the role or the session while the host name of a URL was resolved.
   */
  private underLock<T>(caller: AccountCaller, work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.database.transaction(caller.tenantId, async (db) => {
      await lockForRole(db, caller, 'admin', this.clock.now());
      return work(db);
    });
  }

  /** Returns the place after the input. @throws AppError `validation_error` for one that is not allowed */
  private async targetAfter(before: Target, { url, storage }: Pick<ChangeDestinationDto, 'url' | 'storage'>): Promise<Target> {
    if (url !== undefined) return { url: await this.urls.check('url', url), storage: null };
    if (storage === undefined) return { url: before.url, storage: before.storage };
    const after = storageAfter(before.storage, storage);
    return { url: await this.urls.check('storage.endpoint', placeUrl(after)), storage: after };
  }

  /** Checks the place that a change names before the lock, because looking up a host takes time. @returns `target` null for no new place */
  private async targetOfChange(
    tenantId: TenantId,
    id: string,
    input: ChangeDestinationDto,
  ): Promise<{ readonly target: Target | null; readonly known: DestinationEntity | null }> {
    if (input.storage === undefined)
      return { target: input.url === undefined ? null : await this.targetAfter(NOWHERE, input), known: null };
    const known = await this.database.transaction(tenantId, (db) => find(db, id));
    expectFieldsOf(known.kind, input, { isNew: false, slackUrl: this.vendors.slackUrl });
    return { target: await this.targetAfter(known, input), known };
  }

  /** Returns the id of the new destination. The first webhook is the one of the webhook settings. */
  private async reserve(db: TenantDb, kind: DestinationKind, url: string | null): Promise<string> {
    const all = (await db.repository(DestinationEntity).find({})).filter((each) => each.kind !== 'webhook' || each.url !== null);
    const { count } = LIMITS.destinations;
    if (all.length >= count) throw conflict(`there are ${all.length} destinations: ${count} are allowed`);
    const id = kind !== 'webhook' || all.some((each) => each.id === db.tenantId) ? newId() : db.tenantId;
    if (url !== null) await expectUrlFree(db, url, id);
    return id;
  }

  private async nextMessage(db: TenantDb, kind: DestinationKind, now: Date): Promise<Date | null> {
    return kind === 'slack' ? nextRun(SUMMARY_TIME, await readTenantTimezone(db), now) : null;
  }

  /**
   * Returns whether a new destination can be on. One for Shopify waits until the shop allows to change customers.
   * @throws AppError `conflict` without a connected Shopify shop, for a second such destination, or when an existing one has no permission.
   */
  private async accessOf(db: TenantDb, kind: DestinationKind, isNew: boolean): Promise<Pick<Stored, 'enabled' | 'disabledReason'>> {
    const granted = { enabled: true, disabledReason: null };
    if (kind !== 'shopify') return granted;
    const access = await customerAccess(db);
    if (access === 'none') throw conflict('no Shopify shop is connected; connect it first, with POST /integrations/storefront/connect');
    if (isNew && (await db.repository(DestinationEntity).exists({ kind }))) throw conflict('there is a destination for this shop already');
    if (access === 'granted') return granted;
    if (!isNew)
      throw conflict('the shop has not allowed to change customers; connect it again, with POST /integrations/storefront/connect');
    return { enabled: false, disabledReason: 'access_missing' };
  }

  private sealed(db: TenantDb, id: string, input: Input): Partial<Pick<DestinationEntity, 'ciphertext' | 'keyId' | 'hint'>> {
    const credential = credentialOf(input);
    return credential === null ? {} : { ...this.vendors.seal(db.tenantId, id, credential.sealed), hint: credential.hint };
  }
}

const wantsResync = (kind: DestinationKind, now: Date): Partial<Pick<DestinationEntity, 'resyncWantedAt'>> =>
  takesAll(kind) ? { resyncWantedAt: now } : {};

async function find(db: TenantDb, id: string): Promise<DestinationEntity> {
  const found = isUuid(id) ? await db.repository(DestinationEntity).findOne({ id: id.toLowerCase() }) : null;
  if (found === null || (found.kind === 'webhook' && found.url === null)) throw notFound('destination');
  return found;
}

/** Returns the settings after the change. A destination that the service disabled is enabled by a new URL or key, or explicitly. */
function afterChange(before: Stored, input: ChangeDestinationDto, { url, storage }: Target, isNewKey: boolean): Stored {
  const { name, enabled: wanted, event_types: eventTypes } = input;
  const hasNewTarget = isNewKey || url !== before.url || !isDeepStrictEqual(storage, before.storage);
  const enabled = wanted ?? (before.enabled || (before.disabledReason !== null && hasNewTarget));
  return {
    name: name ?? before.name,
    url,
    storage,
    eventTypes: eventTypes ?? before.eventTypes,
    enabled,
    disabledReason: enabled || wanted === false ? null : before.disabledReason,
  };
}

async function startAfresh(db: TenantDb, place: Place): Promise<void> {
  const endpoint = endpointOf(db.tenantId, place);
  if (endpoint === null) return;
  if (place.kind !== 'webhook') await registerEndpoint(db, endpoint);
  await enableEndpoint(db, endpoint.id);
}

const wake = (db: TenantDb, places: readonly Place[]): Promise<void> =>
  retryWaitingNow(db, [...new Set(places.flatMap((place) => endpointOf(db.tenantId, place)?.id ?? []))]);

const WIRE_NAMES = {
  name: 'name',
  url: 'url',
  storage: 'storage',
  eventTypes: 'event_types',
  enabled: 'enabled',
  disabledReason: 'disabled_reason',
} satisfies Record<keyof Stored, string>;
const FIELDS = Object.keys(WIRE_NAMES) as (keyof Stored)[];
