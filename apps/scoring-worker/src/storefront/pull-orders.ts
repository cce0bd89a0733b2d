import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { endBackfill } from '#libs/work';
import { Log } from '#libs/observability';
import {
  beginsBulk,
  countOrdersSince,
  type OrdersPage,
  type OrdersSince,
  PlatformClient,
  type PlatformResult,
  type ReadableShop,
  readsItems,
} from '#libs/storefront';
import {
  beginReconcile,
  cutReconcile,
  failImport,
  type LeasedConnection,
  noteCollected,
  noteCounts,
  noteImported,
  noteLookTotal,
  noteReconciled,
  noteTotals,
  refuseImport,
  requireLease,
  restartImport,
  restartReconcile,
} from './due-connections.sql.js';
import { CustomerErasedError, wasErasedSince } from './erased-since.sql.js';
import { isEndless, lookBackOutcome, refusalOutcome } from './import-outcome.js';
import { importSince, reconcileSince, shownSince } from './next-sync-step.js';
import { type PageOptions, StoreOrders } from './store-orders.js';
import { ON, type StepOutcome, toOutcome } from './sync-outcome.js';

/** Waits until no erasure is open before it asks the platform for a file of orders. An erasure would make the file useless. */
const AFTER_ERASURE: StepOutcome = { kind: 'later', afterMs: 10 * SECOND_MS, why: 'customer_erased' };
/** Waits until the worker has counted the imported orders. */
const AFTER_FOLDING: StepOutcome = { kind: 'later', afterMs: 10 * SECOND_MS, why: 'orders_wait' };
const NOT_COUNTED = { kind: 'refused', why: 'not_read' } as const;
/** Asks for the same page again. */
const AGAIN: StepOutcome = { kind: 'on', pauseMs: SECOND_MS };

/**
 * Reads orders of a shop page by page. It stores a page before its cursor, so that a crash repeats a page and skips none.
 */
@Injectable()
export class PullOrders {
  constructor(
    private readonly database: Database,
    private readonly client: PlatformClient,
    private readonly storeOrders: StoreOrders,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Imports the next page of the history. It is a backfill: it triggers no webhooks, and fresh events are scored first. */
  async importPage(tenantId: TenantId, connection: LeasedConnection, shop: ReadableShop, token: string): Promise<StepOutcome> {
    const began = performance.now();
    const counted = await this.withTotals(tenantId, connection, shop, token);
    if ('kind' in counted) return counted;
    const since = importSince(counted);
    if (isEndless(connection.import_pages, listLength(counted, since))) return this.endImport(tenantId, connection, 'too_many_pages');
    const askedAt = this.clock.now();
    const isToCollect = beginsBulk(since, connection.import_cursor);
    if (isToCollect && (await this.database.transaction(tenantId, (db) => wasErasedSince(db, askedAt)))) return AFTER_ERASURE;
    const page = await this.page(shop, token, since, connection.import_cursor);
    if (page.kind === 'refused') return this.takeRefusal(tenantId, connection, page.why);
    if (page.kind === 'later' && page.collected !== undefined) return this.waitForFile(tenantId, connection, page, page.collected);
    if (page.kind !== 'ok') return page;
    const stored = await this.store(tenantId, shop, page.value, {
      backfill: true,
      guard: unlessErased(connection, page.value.asOf ?? askedAt),
      connection,
    });
    if (stored === null) return page.value.asOf === undefined ? AGAIN : this.collectAgain(tenantId, connection);
    const imported = { ...stored, allCustomers: page.value.customers ?? null, tookMs: performance.now() - began + page.pauseMs };
    await this.database.transaction(tenantId, async (db) => {
      await noteImported(db, connection, imported, page.value.cursor);
      if (page.value.cursor === null) await endBackfill(db, this.clock.now());
    });
    return { kind: 'on', pauseMs: page.pauseMs };
  }

  /** Always pauses after a refusal, so that we do not keep calling a shop that refuses its orders. */
  private async takeRefusal(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    const next = refusalOutcome(connection, why);
    if (next === 'end') return this.endImport(tenantId, connection, why);
    await this.database.transaction(tenantId, (db) => (next === 'again' ? refuseImport(db, connection) : restartImport(db, connection)));
    this.log.warn('storefront.import_refused', { tenantId, why, next });
    return { kind: 'later', afterMs: null, why };
  }

  /** The backfill goes on while the platform collects, so that no model is fitted to a part of the history. */
  private async waitForFile(tenantId: TenantId, connection: LeasedConnection, later: StepOutcome, collected: number): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => noteCollected(db, connection, collected, this.clock.now()));
    await this.storeOrders.waitForMore(tenantId);
    return later;
  }

  /** The file of the platform may hold a customer who was erased since. A new one does not. */
  private async collectAgain(tenantId: TenantId, connection: LeasedConnection): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => restartImport(db, connection));
    return AFTER_ERASURE;
  }

  private async endImport(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    await this.database.transaction(tenantId, async (db) => {
      await failImport(db, connection);
      await endBackfill(db, this.clock.now());
    });
    this.log.warn('storefront.import_refused', { tenantId, why, next: 'end' });
    return ON;
  }

  async beginReconcile(tenantId: TenantId, connection: LeasedConnection): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => beginReconcile(db, connection, this.clock.now()));
    return ON;
  }

  /** Reads the next page of a look back. Orders that no webhook brought count as fresh events, so they may trigger webhooks. */
  async reconcilePage(tenantId: TenantId, connection: LeasedConnection, shop: ReadableShop, token: string): Promise<StepOutcome> {
    if (isEndless(connection.reconcile_pages, connection.reconcile_total)) return this.cutLook(tenantId, connection, 'too_many_pages');
    const since = { updatedSince: reconcileSince(connection, this.clock.now()), withItems: readsItems(connection) };
    if (connection.reconcile_total === null && connection.reconcile_cursor === null) {
      const counted = await this.client.countOrders(shop, token, since);
      if (counted.kind === 'later' || counted.kind === 'unauthorized') return counted;
      if (counted.kind === 'ok') await this.database.transaction(tenantId, (db) => noteLookTotal(db, connection, counted.value));
    }
    const askedAt = this.clock.now();
    const page = await this.page(shop, token, since, connection.reconcile_cursor);
    if (page.kind === 'refused') {
      const next = lookBackOutcome(connection, page.why);
      if (next === 'end') return this.cutLook(tenantId, connection, page.why);
      if (next === 'restart') await this.database.transaction(tenantId, (db) => restartReconcile(db, connection));
    }
    if (page.kind !== 'ok') return toOutcome(page);
    const stored = await this.store(tenantId, shop, page.value, {
      backfill: false,
      guard: unlessErased(connection, askedAt),
      connection,
    });
    if (stored === null) return AGAIN;
    await this.database.transaction(tenantId, (db) => noteReconciled(db, connection, page.value.cursor));
    return { kind: 'on', pauseMs: page.pauseMs };
  }

  /** Compares the number of orders that the shop shows with those here, for the owner to see. */
  async compareCounts(tenantId: TenantId, connection: LeasedConnection, shop: ReadableShop, token: string): Promise<StepOutcome> {
    const now = this.clock.now();
    const since = shownSince(connection, now);
    const here = await this.database.transaction(tenantId, (db) => countOrdersSince(db, since));
    if (here === null) return AFTER_FOLDING;
    const counted = await this.client.countOrders(shop, token, { createdSince: since });
    if (counted.kind === 'later' || counted.kind === 'unauthorized') return counted;
    const counts = counted.kind === 'ok' ? { since: since.toISOString(), shop_orders: counted.value, ...here } : null;
    await this.database.transaction(tenantId, (db) => noteCounts(db, connection, counts, now));
    return counted.kind === 'ok' ? { kind: 'on', pauseMs: counted.pauseMs } : ON;
  }

  /** Ends the look back early. Webhooks and the look of the next day, which reaches back to the same time, bring the rest. */
  private async cutLook(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => cutReconcile(db, connection));
    const lookedAt = connection.last_reconciled_at?.toISOString() ?? null;
    this.log.warn('storefront.look_ended', { tenantId, why, lookedAt });
    return ON;
  }

  /** Counts the orders of the shop, and its customers where they follow, before the first page. A platform may not count. */
  private async withTotals(
    tenantId: TenantId,
    connection: LeasedConnection,
    shop: ReadableShop,
    token: string,
  ): Promise<LeasedConnection | StepOutcome> {
    if (connection.import_total !== null) return connection;
    const since = importSince(connection);
    const orders = await this.client.countOrders(shop, token, since);
    if (orders.kind === 'later' || orders.kind === 'unauthorized') return orders;
    const customers = since.customers === undefined ? NOT_COUNTED : await this.client.countCustomers(shop, token);
    if (customers.kind === 'later' || customers.kind === 'unauthorized') return customers;
    const totals = { orders: orders.kind === 'ok' ? orders.value : null, customers: customers.kind === 'ok' ? customers.value : null };
    await this.database.transaction(tenantId, (db) => noteTotals(db, connection, totals));
    return { ...connection, import_total: totals.orders, import_customers_total: totals.customers };
  }

  private page(shop: ReadableShop, token: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    return this.client.ordersPage(shop, token, since, cursor);
  }

  /** @returns the orders that the previous page did not have, and the customers; null when a customer was erased while the page was fetched */
  private async store(
    tenantId: TenantId,
    shop: ReadableShop,
    page: OrdersPage,
    options: PageOptions,
  ): Promise<{ orders: number; customers: number } | null> {
    try {
      const stored = await this.storeOrders.store(tenantId, shop, page.text, {
        ...options,
        ...(page.categories !== undefined && { categories: page.categories }),
      });
      this.log.info('storefront.pulled', { tenantId, backfill: options.backfill, ...stored });
      return { orders: stored.orders - (page.repeated ?? 0), customers: stored.customers };
    } catch (error) {
      if (!(error instanceof CustomerErasedError)) throw error;
      this.log.info('storefront.page_overtaken', { tenantId });
      return null;
    }
  }
}

/** Returns the number of orders and customers that an import reads; null when not known. */
function listLength(connection: LeasedConnection, { customers }: ReturnType<typeof importSince>): number | null {
  const { import_total: orders, import_customers_total: all } = connection;
  if (orders === null || customers === undefined) return orders;
  return all === null ? null : orders + all;
}

/**
 * Refuses a page when a customer was erased while the page was fetched: it may contain their orders. When asked again, the platform no longer
 * returns them. Throws LeaseLostError when another worker has the connection or it has ended.
 */
const unlessErased =
  (connection: LeasedConnection, askedAt: Date): PageOptions['guard'] =>
  async (db) => {
    await requireLease(db, connection);
    if (await wasErasedSince(db, askedAt)) throw new CustomerErasedError();
  };
