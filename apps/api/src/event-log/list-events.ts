import { Injectable } from '@nestjs/common';
import { Clock, customerIdOf, DAY_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { EventLogPageDto, EventLogQuery, LoggedEventDto } from './event-log.dto.js';
import { type AcceptedRow, listAccepted, listRejected, LOG_DAYS, type LogFilter, type RejectedRow } from './event-log.sql.js';
import { decodeLogCursor, encodeLogCursor, type LogPlaces, type Place } from './event-log-cursor.js';

interface KeyNameRow {
  readonly number: number;
  readonly prefix: string;
  readonly name: string;
}

// Needs the primary key of api_keys: a tenant has few keys.
const KEY_NAMES = 'SELECT number, prefix, name FROM api_keys WHERE tenant_id = $1';

/** Lists the API keys that may have sent events of the log, including keys that have ended. */
const listKeyNames = (db: TenantDb): Promise<KeyNameRow[]> => db.query<KeyNameRow>(KEY_NAMES);

const START: LogPlaces = { accepted: null, rejected: null };

interface Entry {
  readonly kind: 'accepted' | 'rejected';
  readonly place: Place;
  readonly event: LoggedEventDto;
}

/** Lists the events that a tenant has received, accepted and rejected ones, newest first by keyset. */
@Injectable()
export class ListEvents {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_query` for a cursor of another tenant or other filters. */
  async page(tenantId: TenantId, query: EventLogQuery): Promise<EventLogPageDto> {
    const { status, limit, cursor } = query;
    const filterText = JSON.stringify([status, query.customer_id, query.order_id, query.event_id]);
    const after = cursor === undefined ? START : decodeLogCursor(tenantId, filterText, cursor);
    const filter = this.toFilter(tenantId, query);
    const entries = await this.database.transaction(tenantId, async (db) => {
      const accepted = status === 'rejected' ? [] : await listAccepted(db, filter, after.accepted, limit + 1);
      const rejected = status === 'accepted' ? [] : await listRejected(db, filter, after.rejected, limit + 1);
      const keys = await listKeyNames(db);
      return [...accepted.map((row) => ofAccepted(row, keys)), ...rejected.map((row) => ofRejected(row, keys))].toSorted(
        (a, b) => b.place.at.getTime() - a.place.at.getTime(),
      );
    });
    const page = entries.slice(0, limit);
    const last = (kind: Entry['kind']): Place | null => page.findLast((entry) => entry.kind === kind)?.place ?? after[kind];
    const hasMore = entries.length > limit;
    const next = hasMore ? encodeLogCursor(tenantId, filterText, { accepted: last('accepted'), rejected: last('rejected') }) : null;
    return { data: page.map(({ event }) => event), pagination: { next_cursor: next, has_more: hasMore } };
  }

  private toFilter(tenantId: TenantId, query: EventLogQuery): LogFilter {
    const earliest = this.clock.now().getTime() - LOG_DAYS * DAY_MS;
    return {
      customerId: query.customer_id === undefined ? null : customerIdOf(tenantId, query.customer_id),
      orderId: query.order_id ?? null,
      eventId: query.event_id ?? null,
      since: new Date(query.since === undefined ? earliest : Math.max(earliest, Date.parse(query.since))),
    };
  }
}

/** Event ids of storefronts begin with `sf:platform:shop:`. */
const SHOP = /^sf:([^:]+:[^:]+):/;

type Source = Pick<LoggedEventDto, 'via' | 'sender' | 'key_name'>;

/** Tells who brought an accepted event. */
function sourceOf({ received_by: receivedBy, event_id: eventId }: AcceptedRow, keys: readonly KeyNameRow[]): Source {
  const shop = SHOP.exec(eventId)?.[1];
  if (receivedBy === 0) return { via: shop === undefined ? 'upload' : 'storefront', sender: shop ?? null, key_name: null };
  const key = keys.find(({ number }) => number === Math.abs(receivedBy));
  return { via: receivedBy > 0 ? 'api' : 'webhook', sender: key?.prefix ?? null, key_name: key?.name ?? null };
}

function ofAccepted(row: AcceptedRow, keys: readonly KeyNameRow[]): Entry {
  return {
    kind: 'accepted',
    place: { at: row.occurred_at, id: row.event_id },
    event: {
      status: 'accepted',
      received_at: row.received_at.toISOString(),
      occurred_at: row.occurred_at.toISOString(),
      event_id: row.event_id,
      customer_id: row.external_id,
      event_type: row.event_type,
      order_id: row.order_id,
      value: row.value,
      ...sourceOf(row, keys),
      code: null,
      reason: null,
      further: 0,
    },
  };
}

function ofRejected(row: RejectedRow, keys: readonly KeyNameRow[]): Entry {
  const { number: id, received_at: at, external_id: customer, event_id, event_type, order_id, via, sender, code, reason, further } = row;
  return {
    kind: 'rejected',
    place: { at, id },
    event: {
      status: 'rejected',
      received_at: at.toISOString(),
      occurred_at: null,
      event_id,
      customer_id: customer,
      event_type,
      order_id,
      value: null,
      via,
      sender,
      key_name: keys.find(({ prefix }) => prefix === sender)?.name ?? null,
      code,
      reason,
      further,
    },
  };
}
