import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { AppError, Clock, conflict, isUuid, LIMITS, newId, notFound, OUTBOUND_EVENT_TYPES, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, type TenantDb } from '#libs/database';
import { AddressGuard, allowedUrl, enableEndpoint, endpointOf, retryEndpointsNow } from '#libs/delivery';
import { DestinationEntity } from '#libs/entities';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import type { ChangeDestinationDto, CreateDestinationDto, DestinationDto } from './destination.dto.js';
import { readAll, readDestination } from './destination-reply.js';
import { expectUrlFree } from './url-taken.js';

/** The settings of a destination that a caller may change, in the form that we store. */
type Stored = Pick<DestinationEntity, 'name' | 'url' | 'eventTypes' | 'enabled' | 'disabledReason'>;

/** Lists, creates, changes and deletes destinations. */
@Injectable()
export class ManageDestinations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly guard: AddressGuard,
    private readonly publisher: JobPublisher,
  ) {}

  list(tenantId: TenantId): Promise<DestinationDto[]> {
    return this.database.transaction(tenantId, (db) => readAll(db, null));
  }

  /** @throws AppError `not_found`. */
  get(tenantId: TenantId, id: string): Promise<DestinationDto> {
    return this.database.transaction(tenantId, (db) => readDestination(db, id));
  }

  /** @throws AppError `validation_error` for a field that is missing or not allowed; `conflict` for too many, or a URL that is taken. */
  async create(tenantId: TenantId, input: CreateDestinationDto, origin: AuditOrigin): Promise<DestinationDto> {
    if (input.url === undefined) throw refused('url', 'required', 'url is missing: a webhook needs one');
    const url = await this.allowed(input.url);
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      await db.lockTenant();
      const destinations = db.repository(DestinationEntity);
      const all = (await destinations.find({})).filter((each) => each.kind !== 'webhook' || each.url !== null);
      const { count } = LIMITS.destinations;
      if (all.length >= count) throw conflict(`there are ${all.length} destinations: ${count} are allowed`);
      // The first webhook is the one of the webhook settings.
      const id = all.some((each) => each.id === db.tenantId) ? newId() : db.tenantId;
      await expectUrlFree(db, url, id);
      const row = { kind: input.kind, ...CLEAN, name: input.name, url, eventTypes: toStoredTypes(input.event_types), updatedAt: now };
      if ((await destinations.update({ id }, row)) === 0) await destinations.insert({ ...row, id, createdAt: now });
      await startAfresh(db, row);
      await recordAudit(db, { action: 'destination.created', ...origin, details: { destination_id: id, kind: input.kind } }, now);
      return readDestination(db, id);
    });
  }

  /** @throws AppError `not_found`, `validation_error`, or `conflict` for a URL that is taken. */
  async change(
    tenantId: TenantId,
    id: string,
    input: ChangeDestinationDto,
    origin: AuditOrigin,
    cause: JobOrigin,
  ): Promise<DestinationDto> {
    const url = input.url === undefined ? undefined : await this.allowed(input.url);
    const now = this.clock.now();
    const changed = await this.database.transaction(tenantId, async (db) => {
      await db.lockTenant();
      const before = await find(db, id);
      const after = afterChange(before, input, url);
      const fields = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
      if (fields.length > 0) {
        if (after.url !== null) await expectUrlFree(db, after.url, before.id);
        await db.repository(DestinationEntity).update({ id: before.id }, { ...after, updatedAt: now });
        if (after.enabled && (!before.enabled || after.url !== before.url)) await startAfresh(db, after);
        // A worker applies the change when it next leases the endpoint: waiting deliveries move, are given up, or are retried.
        await wake(db, [before, after]);
        const details = { destination_id: before.id, fields: fields.map((field) => WIRE_NAMES[field]) };
        await recordAudit(db, { action: 'destination.changed', ...origin, details }, now);
      }
      return readDestination(db, before.id);
    });
    this.publisher.wakeDelivery(tenantId, cause);
    return changed;
  }

  /** Deliveries that wait become dead letters. @throws AppError `not_found`. */
  async remove(tenantId: TenantId, id: string, origin: AuditOrigin, cause: JobOrigin): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      await db.lockTenant();
      const destination = await find(db, id);
      await db.repository(DestinationEntity).delete({ id: destination.id });
      await wake(db, [destination]);
      const details = { destination_id: destination.id, kind: destination.kind };
      await recordAudit(db, { action: 'destination.deleted', ...origin, details }, now);
    });
    this.publisher.wakeDelivery(tenantId, cause);
  }

  private allowed(url: string): Promise<string> {
    return allowedUrl('url', url, this.config.webhooks, this.guard);
  }
}

const CLEAN = { enabled: true, disabledReason: null } as const;

async function find(db: TenantDb, id: string): Promise<DestinationEntity> {
  const found = isUuid(id) ? await db.repository(DestinationEntity).findOne({ id: id.toLowerCase() }) : null;
  if (found === null || (found.kind === 'webhook' && found.url === null)) throw notFound('destination');
  return found;
}

/** Returns the settings after the change. A destination that the service disabled is enabled by a new URL, or explicitly. */
function afterChange(before: Stored, input: ChangeDestinationDto, url: string | undefined): Stored {
  const { name, enabled: wanted, event_types: eventTypes } = input;
  const enabled = wanted ?? (before.enabled || (before.disabledReason !== null && url !== undefined && url !== before.url));
  return {
    name: name ?? before.name,
    url: url ?? before.url,
    eventTypes: eventTypes === undefined ? before.eventTypes : toStoredTypes(eventTypes),
    enabled,
    disabledReason: enabled || wanted === false ? null : before.disabledReason,
  };
}

/** A list of all types is stored as null, so that it also covers types that we add later. */
const toStoredTypes = (types: CreateDestinationDto['event_types']): Stored['eventTypes'] =>
  types === undefined || types.length === OUTBOUND_EVENT_TYPES.length ? null : [...types];

async function startAfresh(db: TenantDb, { url }: Pick<Stored, 'url'>): Promise<void> {
  const endpoint = endpointOf(db.tenantId, { url });
  if (endpoint !== null) await enableEndpoint(db, endpoint.id);
}

const wake = (db: TenantDb, states: readonly Pick<Stored, 'url'>[]): Promise<void> =>
  retryEndpointsNow(db, [...new Set(states.flatMap(({ url }) => endpointOf(db.tenantId, { url })?.id ?? []))]);

const WIRE_NAMES = {
  name: 'name',
  url: 'url',
  eventTypes: 'event_types',
  enabled: 'enabled',
  disabledReason: 'disabled_reason',
} satisfies Record<keyof Stored, string>;
const FIELDS = Object.keys(WIRE_NAMES) as (keyof Stored)[];

const refused = (field: string, code: string, message: string): AppError =>
  new AppError('validation_error', message, [{ field, code, message }]);
