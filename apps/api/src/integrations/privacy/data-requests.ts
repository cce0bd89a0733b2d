import { Injectable, type StreamableFile } from '@nestjs/common';
import { Clock, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Downloads } from '../../http/transport/downloads.js';
import { idCursor } from '../../pages/id-cursor.js';
import type { DataRequestDto, DataRequestListDto, DataRequestsQuery } from './privacy.dto.js';
import {
  type DataRequestRow,
  eventsAfter,
  replacedOf,
  fetchDataRequest,
  listDataRequests,
  marketingConsentOf,
  notesOf,
  rejectedOf,
  removedOrdersOf,
  scoresOf,
  segmentsOf,
  type StoredEvent,
  traitsOf,
} from './data-requests.sql.js';

const CURSOR = idCursor('data requests');

/** Lists the data requests that customers made through the platform, so that the owner can answer them. */
@Injectable()
export class DataRequests {
  constructor(
    private readonly database: Database,
    private readonly downloads: Downloads,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_query` for a cursor that does not belong to this tenant's requests. */
  async page(tenantId: TenantId, { limit, cursor }: DataRequestsQuery): Promise<DataRequestListDto> {
    const beforeId = cursor === undefined ? null : CURSOR.decode(tenantId, cursor);
    const rows = await this.database.transaction(tenantId, (db) => listDataRequests(db, beforeId, limit + 1));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toDataRequest),
      pagination: { next_cursor: hasMore && last !== undefined ? CURSOR.encode(tenantId, last.id) : null, has_more: hasMore },
    };
  }

  /**
   * Writes a `CustomerDataDto`. It reads the events in pages, because those of one customer can exceed the memory.
   * @throws AppError `not_found` when the tenant does not have this request, and the errors of `Downloads`
   */
  async fetch(tenantId: TenantId, id: string): Promise<StreamableFile> {
    const request = isUuid(id) ? await this.database.transaction(tenantId, (db) => fetchDataRequest(db, id, this.clock.now())) : null;
    if (request === null) throw notFound('data request');
    return this.downloads.open(tenantId, this.textOf(tenantId, request), {
      type: 'application/json; charset=utf-8',
      disposition: 'attachment; filename="customer-data.json"',
    });
  }

  private async *textOf(tenantId: TenantId, request: DataRequestRow): AsyncGenerator<string> {
    const customerId = request.customer_id;
    let before = `{"request":${JSON.stringify(toDataRequest(request))},"events":[`;
    let last: StoredEvent | null = null;
    for (;;) {
      const after: StoredEvent | null = last;
      const events: StoredEvent[] = await this.database.transaction(tenantId, (db) => eventsAfter(db, customerId, after));
      if (events.length === 0) break;
      yield before + events.map(toText).join(',');
      before = ',';
      last = events.at(-1)!;
    }
    const rest = await this.database.transaction(tenantId, async (db) => ({
      replaced_events: (await replacedOf(db, customerId)).map((event) => ({ ...event, occurred_at: event.occurred_at.toISOString() })),
      older_orders: (await removedOrdersOf(db, customerId)).map((order) => ({ ...order, placed_at: order.placed_at.toISOString() })),
      marketing_consent: await marketingConsentOf(db, customerId),
      traits: await traitsOf(db, customerId),
      notes: (await notesOf(db, customerId)).map((note) => ({ ...note, written_at: note.written_at.toISOString() })),
      segments: await segmentsOf(db, customerId),
      rejected_events: (await rejectedOf(db, customerId)).map((event) => ({ ...event, received_at: event.received_at.toISOString() })),
      scores: (await scoresOf(db, customerId)).map((score) => ({ ...score, calculated_at: score.calculated_at.toISOString() })),
    }));
    yield `${last === null ? before : ''}],${JSON.stringify(rest).slice(1)}`;
  }
}

const toText = ({ data, place: _place, occurred_at: at, ...event }: StoredEvent): string =>
  `${JSON.stringify({ ...event, occurred_at: at.toISOString() }).slice(0, -1)},"data":${data ?? 'null'}}`;

const toDataRequest = (row: DataRequestRow): DataRequestDto => ({
  id: row.id,
  platform: row.platform,
  shop: row.shop,
  external_id: row.external_id,
  requested_at: row.requested_at.toISOString(),
  fetched_at: row.fetched_at?.toISOString() ?? null,
});
