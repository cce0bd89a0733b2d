import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type CustomerId, customerIdOf, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { orderIdOf } from '#libs/orders';
import type { OrderDto, OrderPageDto, PageQuery } from '#libs/dto';
import { findOrCreateWaiting, foldWaiting } from '#libs/ingestion';
import { cursorText } from '../pages/cursor-text.js';
import { findCustomer } from './find-customer.sql.js';
import { type ListedOrder, listOrders, type OrderPosition, ordersRemovedBefore } from './list-orders.sql.js';

/** Pages through the orders of a customer by keyset. */
@Injectable()
export class ListOrders {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` for an unknown customer, `invalid_query` for a cursor of another customer. */
  async page(tenantId: TenantId, externalId: string, { limit, cursor }: PageQuery): Promise<OrderPageDto> {
    const id = customerIdOf(tenantId, externalId);
    const after = cursor === undefined ? null : decodeCursor(id, cursor);
    const { rows, removedBefore } = await readOfCustomer(this.database, tenantId, id, (db, customer) =>
      readPage(db, customer, after, limit + 1),
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toOrder),
      pagination: { next_cursor: hasMore && last !== undefined ? encodeCursor(id, last) : null, has_more: hasMore },
      removed_before: removedBefore?.toISOString() ?? null,
    };
  }
}

/**
 * Reads about a known customer, possibly from the replica. For an alias it reads about the customer of the alias. If the first events of the
 * customer still wait for the worker, it folds their orders first.
 * @throws AppError `not_found` when the tenant has never sent an event of this customer
 */
export async function readOfCustomer<T>(
  database: Database,
  tenantId: TenantId,
  id: CustomerId,
  read: (db: TenantDb, customer: CustomerId) => Promise<T>,
): Promise<T> {
  const found = await database.read(tenantId, async (db) => {
    const customer = await findCustomer(db, id);
    return customer === null ? null : { answer: await read(db, customer.id) };
  });
  if (found !== null) return found.answer;
  return database.transaction(tenantId, async (db) => {
    await foldWaiting(db, [id]);
    const customer = await findOrCreateWaiting(db, id, () => findCustomer(db, id));
    if (customer === null) throw notFound('customer');
    return read(db, customer.id);
  });
}

interface ReadPage {
  readonly rows: readonly ListedOrder[];
  readonly removedBefore: Date | null;
}

const readPage = async (db: TenantDb, id: CustomerId, after: OrderPosition | null, limit: number): Promise<ReadPage> => ({
  rows: await listOrders(db, id, after, limit),
  removedBefore: await ordersRemovedBefore(db, id),
});

export function toOrder({ order_key: key, placed_at: placedAt, amount, refunded, ...row }: ListedOrder): OrderDto {
  const isReturned = row.fully_refunded || (amount !== null && Number(refunded) > 0 && Number(refunded) >= Number(amount));
  return {
    order_id: orderIdOf(key),
    order_number: row.order_number,
    placed_at: placedAt.toISOString(),
    amount,
    refunded,
    currency: row.currency,
    status: row.cancelled ? 'cancelled' : isReturned ? 'refunded' : 'placed',
    test: row.test,
  };
}

/** Ties a cursor to its customer. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (id: CustomerId): string => createHash('sha256').update(`orders ${id}`).digest('base64url').slice(0, 8);

const encodeCursor = (id: CustomerId, { placed_at: placedAt, order_key: key }: ListedOrder): string =>
  Buffer.from(`${sealOf(id)} ${placedAt.toISOString()} ${key}`).toString('base64url');

function decodeCursor(id: CustomerId, cursor: string): OrderPosition {
  const [, seal, instant = '', orderKey = ''] = /^(\S+) (\S+) (.+)$/s.exec(cursorText(cursor)) ?? [];
  const placedAt = new Date(instant);
  const isInstant = /^\d{4}-/.test(instant) && !Number.isNaN(placedAt.getTime());
  if (seal === sealOf(id) && isInstant && !orderKey.includes('\u0000')) return { placedAt, orderKey };
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page of the same customer`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}
