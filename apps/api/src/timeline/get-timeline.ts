import { Injectable } from '@nestjs/common';
import { Clock, type CustomerId, customerIdOf, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { PageQuery, TimelinePageDto } from '#libs/dto';
import { readOfCustomer } from '../customers/list-orders.js';
import { listOrders, ordersRemovedBefore } from '../customers/list-orders.sql.js';
import { listSends } from './campaign-sends.sql.js';
import { listCustomerDeliveries } from './customer-deliveries.sql.js';
import { listScoreChanges } from './score-changes.sql.js';
import { decodeTimelineCursor, encodeTimelineCursor } from './timeline-cursor.js';
import { campaignEntry, deliveryEntry, orderEntry, type Placed, scoreEntry } from './timeline-entries.js';
import { boundOf, merge, type Position } from './timeline-order.js';

/** Pages through what happened with a customer: orders, score changes, campaigns and webhook events. */
@Injectable()
export class GetTimeline {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` for an unknown customer, `invalid_query` for a cursor of another customer. */
  async page(tenantId: TenantId, externalId: string, { limit, cursor }: PageQuery): Promise<TimelinePageDto> {
    const id = customerIdOf(tenantId, externalId);
    const after = cursor === undefined ? null : decodeTimelineCursor(id, cursor);
    const { entries, removedBefore } = await readOfCustomer(this.database, tenantId, id, async (db, customer) => ({
      entries: await this.read(db, customer, after, limit + 1),
      removedBefore: await ordersRemovedBefore(db, customer),
    }));
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    const hasMore = entries.length > limit;
    return {
      data: page.map(({ entry }) => entry),
      pagination: { next_cursor: hasMore && last !== undefined ? encodeTimelineCursor(id, last.position) : null, has_more: hasMore },
      removed_before: removedBefore?.toISOString() ?? null,
    };
  }

  /** Returns the next entries. Each source returns at most `rows` of them, so the first `rows` of all are complete. */
  private async read(db: TenantDb, id: CustomerId, after: Position | null, rows: number): Promise<Placed[]> {
    const [order, score] = [boundOf('order', after), boundOf('score', after)];
    const orders = await listOrders(db, id, { placedAt: order.at, orderKey: order.key ?? '' }, rows);
    const scores = await listScoreChanges(db, id, score.at, rows);
    const sends = await listSends(db, id, boundOf('campaign', after), rows, this.clock.now());
    const deliveries = await listCustomerDeliveries(db, id, boundOf('delivery', after), rows);
    return merge([orders.map(orderEntry), scores.map(scoreEntry), sends.map(campaignEntry), deliveries.map(deliveryEntry)]);
  }
}
