import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { type OrdersPage, type OrdersSince, PlatformClient, type PlatformResult, type ReadableShop } from '#libs/storefront';
import {
  beginReconcile,
  cutReconcile,
  failImport,
  type LeasedConnection,
  noteImported,
  noteReconciled,
  noteTotal,
  refuseImport,
  requireLease,
  restartImport,
  restartReconcile,
} from './due-connections.sql.js';
import { OvertakenError, wasErasedSince } from './erased-since.sql.js';
import { isEndless, lookBackOutcome, refusalOutcome } from './import-outcome.js';
import { importSince, reconcileSince } from './next-sync-step.js';
import { type PageOptions, StoreOrders } from './store-orders.js';
import { ON, type StepOutcome, toOutcome } from './sync-outcome.js';

/** The page is asked for again. */
const AGAIN: StepOutcome = { kind: 'on', pauseMs: SECOND_MS };

/**
 * Reads orders of a shop page by page. A page is stored first and its cursor noted after, so that a crash repeats a page and skips none.
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

  /** The next page of the history. It is the past: announced to nobody, and scored behind what is fresh. */
  async importPage(tenantId: TenantId, connection: LeasedConnection, shop: ReadableShop, token: string): Promise<StepOutcome> {
    if (isEndless(connection.import_pages, connection.import_total)) return this.endImport(tenantId, connection, 'too_many_pages');
    const since = { createdSince: importSince(connection) };
    if (connection.import_total === null) {
      const counted = await this.count(tenantId, connection, shop, token, since);
      if (counted !== null) return counted;
    }
    const askedAt = this.clock.now();
    const page = await this.page(shop, token, since, connection.import_cursor);
    if (page.kind === 'refused') return this.takeRefusal(tenantId, connection, page.why);
    if (page.kind !== 'ok') return page;
    const orders = await this.store(tenantId, shop, page.value, { backfill: true, guard: unlessOvertaken(connection, askedAt) });
    if (orders === null) return AGAIN;
    await this.database.transaction(tenantId, (db) => noteImported(db, connection, orders, page.value.cursor));
    return { kind: 'on', pauseMs: page.pauseMs };
  }

  /** Whatever follows comes after a while: a shop that refuses its orders must not be asked for them without a pause. */
  private async takeRefusal(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    const next = refusalOutcome(connection, why);
    if (next === 'end') return this.endImport(tenantId, connection, why);
    await this.database.transaction(tenantId, (db) => (next === 'again' ? refuseImport(db, connection) : restartImport(db, connection)));
    this.log.warn('storefront.import_refused', { tenantId, why, next });
    return { kind: 'later', afterMs: null, why };
  }

  private async endImport(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => failImport(db, connection));
    this.log.warn('storefront.import_refused', { tenantId, why, next: 'end' });
    return ON;
  }

  async beginReconcile(tenantId: TenantId, connection: LeasedConnection): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => beginReconcile(db, connection, this.clock.now()));
    return ON;
  }

  /** The next page of a look back. What it finds that no webhook has told is news, and told as such. */
  async reconcilePage(tenantId: TenantId, connection: LeasedConnection, shop: ReadableShop, token: string): Promise<StepOutcome> {
    if (isEndless(connection.reconcile_pages, connection.reconcile_total)) return this.cutLook(tenantId, connection, 'too_many_pages');
    const since = { updatedSince: reconcileSince(connection, this.clock.now()) };
    if (connection.reconcile_total === null && connection.reconcile_cursor === null) {
      const counted = await this.count(tenantId, connection, shop, token, since);
      if (counted !== null) return counted;
    }
    const askedAt = this.clock.now();
    const page = await this.page(shop, token, since, connection.reconcile_cursor);
    if (page.kind === 'refused') {
      const next = lookBackOutcome(connection, page.why);
      if (next === 'end') return this.cutLook(tenantId, connection, page.why);
      if (next === 'restart') await this.database.transaction(tenantId, (db) => restartReconcile(db, connection));
    }
    if (page.kind !== 'ok') return toOutcome(page);
    const orders = await this.store(tenantId, shop, page.value, { backfill: false, guard: unlessOvertaken(connection, askedAt) });
    if (orders === null) return AGAIN;
    await this.database.transaction(tenantId, (db) => noteReconciled(db, connection, page.value.cursor));
    return { kind: 'on', pauseMs: page.pauseMs };
  }

  /** What it has not reached is left to the webhooks, and to the look of the next day, which reaches as far and by that day further. */
  private async cutLook(tenantId: TenantId, connection: LeasedConnection, why: string): Promise<StepOutcome> {
    await this.database.transaction(tenantId, (db) => cutReconcile(db, connection));
    const lookedAt = connection.last_reconciled_at?.toISOString() ?? null;
    this.log.warn('storefront.look_ended', { tenantId, why, lookedAt });
    return ON;
  }

  /** @returns null when the orders are counted, or the platform does not count them. */
  private async count(
    tenantId: TenantId,
    connection: LeasedConnection,
    shop: ReadableShop,
    token: string,
    since: OrdersSince,
  ): Promise<StepOutcome | null> {
    const counted = await this.client.countOrders(shop, token, since);
    if (counted.kind === 'later' || counted.kind === 'unauthorized') return counted;
    const of = 'createdSince' in since ? 'import' : 'reconcile';
    if (counted.kind === 'ok') await this.database.transaction(tenantId, (db) => noteTotal(db, connection, of, counted.value));
    return null;
  }

  private page(shop: ReadableShop, token: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    return this.client.ordersPage(shop, token, since, cursor);
  }

  /** @returns how many orders of the page are not of the one before; null when it has been overtaken. */
  private async store(tenantId: TenantId, shop: ReadableShop, page: OrdersPage, options: PageOptions): Promise<number | null> {
    try {
      const stored = await this.storeOrders.store(tenantId, shop, page.text, options);
      this.log.info('storefront.pulled', { tenantId, backfill: options.backfill, ...stored });
      return stored.orders - (page.repeated ?? 0);
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
      this.log.info('storefront.page_overtaken', { tenantId });
      return null;
    }
  }
}

/**
 * Refuses what was on its way and may be of somebody who has been erased meanwhile: the platform, asked again, gives it no more.
 * It throws LeaseLostError when the whole shop is not to be read any more.
 */
const unlessOvertaken =
  (connection: LeasedConnection, askedAt: Date): PageOptions['guard'] =>
  async (db) => {
    await requireLease(db, connection);
    if (await wasErasedSince(db, askedAt)) throw new OvertakenError();
  };
