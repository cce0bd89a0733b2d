import { type CustomerId, placeholderOf } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import { createWaitingCustomers, foldWaiting, forgetInRequests } from '#libs/ingestion';
import { eventKeyOf, orderKeyOf } from '#libs/orders';
import { giveBackStored } from '#libs/tenants';
import type { TimeSpan } from '#libs/work';
import { deleteCustomers, deleteRowsOf, eraseFromOthers, takeFromTotals } from '../customer/forget-customers.sql.js';
import { seeAgain } from '../customer/leave-aliases.sql.js';
import { lockOutIngest } from '../customer/lock-out-ingest.js';
import { foldAgain, foldEvents } from '../customer/newer-events.sql.js';
import { askLater } from '../../scoring/score/postpone-large.sql.js';
import type { NextEvents } from './removal-job.sql.js';
import {
  deleteOrders,
  findEmptyCustomers,
  findOwnersOf,
  leaveAgain,
  readStatements,
  removeStatements,
  type Statement,
  withMoreOf,
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
export async function takeBackEvents(db: TenantDb, uploadId: string, { ids: eventIds, isCut }: NextEvents, now: Date): Promise<TakenBack> {
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
  await seeStaying(db, staying, changed);
  // The next transactions take more of these customers: a score now would be for nothing, and lock them.
  const later = isCut ? await withMoreOf(db, uploadId, staying) : [];
  await foldAgain(db, { ...touched, owners: staying, later }, now);
  if (touched.unnumbered.length > 0) await foldEvents(db, touched.unnumbered, { others: [], now });
  if (later.length > 0) await askLater(db, later, { backfill: true, now });
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
  /** Events whose orders have no id. */
  readonly unnumbered: readonly string[];
}

function touchedBy(db: TenantDb, statements: readonly Statement[]): Touched {
  const orderIds = [...new Set(statements.flatMap(({ order_id: id }) => (id === null ? [] : id)))];
  const eventIds = new Set(statements.map(({ event_id: id }) => id));
  return {
    orderIds,
    orderKeys: [...orderIds.map(orderKeyOf), ...[...eventIds].map(eventKeyOf)],
    customers: [...new Set(statements.map(({ customer_id: id }) => id))],
    placeholders: orderIds.map((id) => placeholderOf(db.tenantId, id)),
    unnumbered: [...new Set(statements.flatMap(({ event_id: id, order_id: orderId }) => (orderId === null ? [id] : [])))],
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

/** Finds out again when the customers who stay were seen, and what is left of what they said. */
async function seeStaying(db: TenantDb, staying: readonly CustomerId[], changed: readonly Statement[]): Promise<void> {
  const aliases = await findAliases(db, staying);
  const personOf = new Map(aliases.map(({ alias_id: alias, customer_id: id }) => [alias, id]));
  const withPersons = (ids: readonly CustomerId[]): CustomerId[] => [...new Set(ids.flatMap((id) => [id, personOf.get(id) ?? id]))];
  await seeAgain(db, withPersons(staying));
  const spoken = new Set(changed.flatMap(({ says_more: saysMore, customer_id: id }) => (saysMore ? [id] : [])));
  const toLeave = staying.filter((id) => spoken.has(id));
  if (toLeave.length > 0) await leaveAgain(db, withPersons(toLeave));
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
