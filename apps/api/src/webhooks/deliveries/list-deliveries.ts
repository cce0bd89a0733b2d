import { Injectable } from '@nestjs/common';
import { customerIdOf, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { DeliveryDetailDto, DeliveryPageDto, ListDeliveriesQuery } from './webhook-delivery.dto.js';
import { idCursor } from '../../pages/id-cursor.js';
import { readDetail, toDelivery } from './delivery-reply.js';
import { type DeliveryFilter, listDeliveries } from './list-deliveries.sql.js';

const CURSOR = idCursor('deliveries');

/** Lists the deliveries of a tenant, newest first by keyset, or reads one in detail. */
@Injectable()
export class ListDeliveries {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor that does not belong to this tenant's deliveries. */
  async page(tenantId: TenantId, query: ListDeliveriesQuery): Promise<DeliveryPageDto> {
    const filter = toFilter(tenantId, query);
    const rows = await this.database.transaction(tenantId, (db) => listDeliveries(db, filter, query.limit + 1));
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    const hasMore = rows.length > query.limit;
    return {
      data: page.map(toDelivery),
      pagination: { next_cursor: hasMore && last !== undefined ? CURSOR.encode(tenantId, last.id) : null, has_more: hasMore },
    };
  }

  /** @throws AppError `not_found` when the tenant has no delivery with this id, also for a malformed id. */
  detail(tenantId: TenantId, id: string): Promise<DeliveryDetailDto> {
    if (!isUuid(id)) throw notFound('delivery');
    return this.database.transaction(tenantId, (db) => readDetail(db, id));
  }
}

const toFilter = (tenantId: TenantId, query: ListDeliveriesQuery): DeliveryFilter => ({
  statuses: query.status ?? null,
  events: query.event ?? null,
  customerId: query.customer_id === undefined ? null : customerIdOf(tenantId, query.customer_id),
  campaignId: query.campaign_id ?? null,
  destinationId: query.destination_id?.toLowerCase() ?? null,
  from: query.from === undefined ? null : new Date(query.from),
  to: query.to === undefined ? null : new Date(query.to),
  beforeId: query.cursor === undefined ? null : CURSOR.decode(tenantId, query.cursor),
});
