import { Injectable } from '@nestjs/common';
import { Clock, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { CustomerDataDto, DataRequestDto, DataRequestListDto } from './privacy.dto.js';
import {
  type DataRequestRow,
  eventsOf,
  fetchDataRequest,
  keptOrdersOf,
  listDataRequests,
  scoresOf,
  traitsOf,
} from './data-requests.sql.js';

/** Lists the data requests that customers made through the platform, so that the owner can answer them. */
@Injectable()
export class DataRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(tenantId: TenantId): Promise<DataRequestListDto> {
    const rows = await this.database.transaction(tenantId, listDataRequests);
    return { data: rows.map(toDataRequest) };
  }

  /** @throws AppError `not_found` when the tenant does not have this request. */
  async fetch(tenantId: TenantId, id: string): Promise<CustomerDataDto> {
    return this.database.transaction(tenantId, async (db) => {
      const request = isUuid(id) ? await fetchDataRequest(db, id, this.clock.now()) : null;
      if (request === null) throw notFound('data request');
      const events = await eventsOf(db, request.customer_id);
      const orders = await keptOrdersOf(db, request.customer_id);
      const traits = await traitsOf(db, request.customer_id);
      const scores = await scoresOf(db, request.customer_id);
      return {
        request: toDataRequest(request),
        events: events.map((event) => ({ ...event, occurred_at: event.occurred_at.toISOString() })),
        older_orders: orders.map((order) => ({ ...order, placed_at: order.placed_at.toISOString() })),
        traits,
        scores: scores.map((score) => ({ ...score, calculated_at: score.calculated_at.toISOString() })),
      };
    });
  }
}

const toDataRequest = (row: DataRequestRow): DataRequestDto => ({
  id: row.id,
  platform: row.platform,
  shop: row.shop,
  external_id: row.external_id,
  requested_at: row.requested_at.toISOString(),
  fetched_at: row.fetched_at?.toISOString() ?? null,
});
