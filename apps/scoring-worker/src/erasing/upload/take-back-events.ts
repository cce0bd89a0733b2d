import { type CustomerId, placeholderOf } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import { createWaitingCustomers, foldWaiting, forgetInRequests } from '#libs/ingestion';
import { eventKeyOf, orderKeyOf } from '#libs/orders';
import { giveBackStored } from '#libs/tenants';
import type { TimeSpan } from '#libs/work';
import { deleteCustomers, deleteRowsOf, eraseFromOthers, takeFromTotals } from '../customer/forget-customers.sql.js';
import { seeAgain } from '../customer/leave-aliases.sql.js';
import { lockOutIngest } from '../customer/lock-out-ingest.js';
import { foldAgain, foldEventsAgain } from '../customer/newer-events.sql.js';
import {
  deleteOrders,
  findEmptyCustomers,
  findOwnersOf,
  leaveAgain,
  readStatements,
  removeStatements,
  type Statement,
} from './statements.sql.js';

export interface TakenBack {
  /** Events that are gone or say again what they said before. */
  readonly events: number;
  /** First and last time of what is gone; null: nothing is. */
  readonly span: TimeSpan | null;
}

/**
 * Removes the statements of the upload about some events. The worker folds their orders again from the statements that are left, and scores the
 * customers without webhooks. The tenant's events wait until this transaction ends.
 */
export async function takeBackEvents(db: TenantDb, uploadId: string, eventIds: readonly string[], now: Date): Promise<TakenBack> {
  await lockOutIngest(db);
  const said = await readStatements(db, uploadId, eventIds);
  const going = said.filter(({ goes }) => goes);
  const changedIds = new Set(going.map(({ event_id: id }) => id));
  const changed = said.filter(({ event_id: id }) => changedIds.has(id));
  const touched = touchedBy(db, changed);
  await foldAll(db, touched);
  await removeStatements(db, uploadId, eventIds);
  if (going.length === 0) return { events: 0, span: null };
  const owners = await deleteOrders(db, touched.orderKeys);
  const placeholders = new Set(touched.placeholders);
  const customers = [...new Set([...touched.customers, ...owners])].filter((id) => !placeholders.has(id));
  await createWaitingCustomers(db, customers);
  const gone = await findEmptyCustomers(db, customers);
  const goneIds = new Set(gone.map(({ id }) => id));
  const staying = customers.filter((id) => !goneIds.has(id));
  await seeStaying(db, staying, going);
  const unnumbered = changed.flatMap(({ event_id: id, order_id: orderId }) => (orderId === null ? [id] : []));
  await foldAgain(db, { orderIds: touched.orderIds, owners: staying, placeholders: touched.placeholders }, now);
  if (unnumbered.length > 0) await foldEventsAgain(db, unnumbered, now);
  await giveBackStored(db, uploadId, going, now);
  await forgetCustomers(db, gone, now);
  return { events: changedIds.size, span: spanOf(going) };
}

/** The orders and customers that statements are about. */
interface Touched {
  readonly orderIds: readonly string[];
  readonly orderKeys: readonly string[];
  readonly customers: readonly CustomerId[];
  readonly placeholders: readonly CustomerId[];
}

function touchedBy(db: TenantDb, statements: readonly Statement[]): Touched {
  const orderIds = [...new Set(statements.flatMap(({ order_id: id }) => (id === null ? [] : id)))];
  const eventIds = new Set(statements.map(({ event_id: id }) => id));
  return {
    orderIds,
    orderKeys: [...orderIds.map(orderKeyOf), ...[...eventIds].map(eventKeyOf)],
    customers: [...new Set(statements.map(({ customer_id: id }) => id))],
    placeholders: orderIds.map((id) => placeholderOf(db.tenantId, id)),
  };
}

/** Folds the waiting requests of the customers and of the owners of the orders. Folding may reveal further owners. */
async function foldAll(db: TenantDb, { customers, placeholders, orderKeys }: Touched): Promise<void> {
  const folded = new Set<CustomerId>();
  let next: readonly CustomerId[] = [...customers, ...placeholders];
  while (next.length > 0) {
    await foldWaiting(db, next);
    for (const id of next) folded.add(id);
    next = (await findOwnersOf(db, orderKeys)).filter((id) => !folded.has(id));
  }
}

/** Finds out again when the customers who stay were seen. */
async function seeStaying(db: TenantDb, staying: readonly CustomerId[], going: readonly Statement[]): Promise<void> {
  const aliases = await findAliases(db, staying);
  const seen = [...new Set([...staying, ...aliases.map(({ customer_id: id }) => id)])].toSorted();
  for (const id of seen) await seeAgain(db, id);
  if (going.some(({ says_more: saysMore }) => saysMore)) await leaveAgain(db, seen);
}

/** Deletes customers who have nothing left, as if they had never ordered. */
async function forgetCustomers(
  db: TenantDb,
  gone: readonly { readonly id: CustomerId; readonly external_id: string }[],
  now: Date,
): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await forgetInRequests(db, ids);
  await deleteRowsOf(db, ids);
  await eraseFromOthers(
    db,
    ids,
    gone.map(({ external_id: externalId }) => externalId),
  );
  await takeFromTotals(db, await deleteCustomers(db, ids), now);
}

function spanOf(statements: readonly Statement[]): TimeSpan {
  let [from, to] = [Infinity, -Infinity];
  for (const { occurred_at: at } of statements) [from, to] = [Math.min(from, at.getTime()), Math.max(to, at.getTime())];
  return { from, to };
}
