import { Injectable } from '@nestjs/common';
import { Clock, type CustomerId, customerIdOf, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { PageQuery, TimelinePageDto } from '#libs/dto';
import { type Caller, isPerson } from '#libs/guards';
import { readOfCustomer } from '../customers/list-orders.js';
import { listOrders, ordersRemovedBefore } from '../customers/list-orders.sql.js';
import { listNotes } from '../notes/notes.sql.js';
import { listActivity } from './activity.sql.js';
import { listSends } from './campaign-sends.sql.js';
import { listCustomerDeliveries } from './customer-deliveries.sql.js';
import { listLoneRefunds } from './refunds.sql.js';
import { listScoreChanges } from './score-changes.sql.js';
import { decodeTimelineCursor, encodeTimelineCursor } from './timeline-cursor.js';
import {
  activityEntry,
  campaignEntry,
  deliveryEntry,
  noteEntry,
  orderEntry,
  type Placed,
  refundEntry,
  scoreEntry,
} from './timeline-entries.js';
import { boundOf, merge, type Position } from './timeline-order.js';

/** Pages through what happened with a customer: orders, refunds, score changes, campaigns and webhook events. */
@Injectable()
export class GetTimeline {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a page, for people with the notes that people have written.
   * @throws AppError `not_found` for an unknown customer, `invalid_query` for a cursor of another customer
   */
  async page(caller: Caller, externalId: string, query: PageQuery): Promise<TimelinePageDto> {
    const { tenantId } = caller;
    const id = customerIdOf(tenantId, externalId);
    const { entries, removedBefore, customer, after } = await this.entriesOf(tenantId, id, query);
    if (!isPerson(caller)) return toPage(id, entries, removedBefore, query);
    // From the primary: the reader may have just written one.
    const notes = await this.database.transaction(tenantId, (db) => listNotes(db, customer, boundOf('note', after), query.limit + 1));
    const all = merge<Placed>([entries, notes.map((note) => noteEntry(note, caller))]);
    return toPage(id, all, removedBefore, query);
  }

  private entriesOf(tenantId: TenantId, id: CustomerId, { limit, cursor }: PageQuery) {
    const after = cursor === undefined ? null : decodeTimelineCursor(id, cursor);
    return readOfCustomer(this.database, tenantId, id, async (db, customer) => ({
      entries: await this.read(db, customer, after, limit + 1),
      removedBefore: await ordersRemovedBefore(db, customer),
      customer,
      after,
    }));
  }

  /** Returns the next entries. Each source returns at most `rows` of them, so the first `rows` of all are complete. */
  private async read(db: TenantDb, id: CustomerId, after: Position | null, rows: number): Promise<Placed[]> {
    const [order, score] = [boundOf('order', after), boundOf('score', after)];
    const orders = await listOrders(db, id, { placedAt: order.at, orderKey: order.key ?? '' }, rows);
    const refunds = await listLoneRefunds(db, id, boundOf('refund', after), rows);
    const scores = await listScoreChanges(db, id, score.at, rows);
    const sends = await listSends(db, id, boundOf('campaign', after), rows, this.clock.now());
    const deliveries = await listCustomerDeliveries(db, id, boundOf('delivery', after), rows);
    const activity = await listActivity(db, id, boundOf('activity', after), rows);
    return merge([
      orders.map(orderEntry),
      refunds.map(refundEntry),
      activity.map(activityEntry),
      scores.map(scoreEntry),
      sends.map(campaignEntry),
      deliveries.map(deliveryEntry),
    ]);
  }
}

function toPage<Entry>(id: CustomerId, entries: readonly Placed<Entry>[], removedBefore: Date | null, { limit }: PageQuery) {
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const hasMore = entries.length > limit;
  return {
    data: page.map(({ entry }) => entry),
    pagination: { next_cursor: hasMore && last !== undefined ? encodeTimelineCursor(id, last.position) : null, has_more: hasMore },
    removed_before: removedBefore?.toISOString() ?? null,
  };
}
