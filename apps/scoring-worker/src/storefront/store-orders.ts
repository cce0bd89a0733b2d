import { Injectable } from '@nestjs/common';
import { Clock, shopKeyOf, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { tellOfStorage } from '#libs/mail';
import { pseudonymKeyOf, QuotaExceeded, SecretBox, UsageMeter } from '#libs/tenants';
import { type BatchOptions, Ingestion, type ItemOutcome } from '#libs/ingestion';
import { currentOrigin, STORAGE_QUOTA } from '#libs/observability';
import {
  claimFirstShop,
  currencyOfOrders,
  type Fields,
  guestIdsWith,
  lastOrdersIn,
  type Mapped,
  mapResource,
  namespaceOf,
  noteShopCurrency,
  type OrdersPage,
  type ReadableShop,
  readJson,
  refusedResources,
  type StorefrontSource,
  summariesOf,
  summariesWithLast,
} from '#libs/storefront';
import { readSummaries } from './stored-summaries.sql.js';

/** Result of storing a page of orders. */
export interface StoredOrders {
  readonly orders: number;
  /** Customers with the sums of their orders. */
  readonly customers: number;
  /** Events that were not stored before. */
  readonly added: number;
  /** Orders and events that are not valid. */
  readonly rejected: number;
}

export interface PageOptions extends Required<Pick<BatchOptions, 'backfill' | 'guard'>> {
  /** The connection that the page comes from. */
  readonly connection: { readonly id: string; readonly currency: string | null };
  readonly categories?: OrdersPage['categories'];
}

/** Passes a page of orders, of customers, or of the days of their last orders, to ingestion under the event ids that webhooks use, so that no order counts twice. */
@Injectable()
export class StoreOrders {
  constructor(
    private readonly database: Database,
    private readonly ingestion: Ingestion,
    private readonly meter: UsageMeter,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * @param text the page as received.
   * @throws SyntaxError or TypeError for text that is not a page of orders; QuotaExceeded when the tenant may not store them now.
   */
  async store(
    tenantId: TenantId,
    shop: ReadableShop,
    text: string,
    { backfill, guard, connection, categories }: PageOptions,
  ): Promise<StoredOrders> {
    const source = { ...(await this.sourceOf(tenantId, shop)), categories };
    const { orders, customers, mapped } = await this.readPage(tenantId, text, source);
    const currency = connection.currency === null ? currencyOfOrders(mapped) : null;
    if (currency !== null)
      await this.database.transaction(tenantId, (db) => noteShopCurrency(db, connection.id, currency, this.clock.now()));
    const sender = { via: 'storefront', sender: shopKeyOf(shop) } as const;
    const events = mapped.flatMap((one) => (one.kind === 'events' ? one.events : []));
    const outcomes =
      events.length === 0
        ? []
        : await this.storeEvents(tenantId, events, {
            backfill,
            dryRun: false,
            guard,
            source: sender,
            origin: currentOrigin(),
          });
    const unused = mapped.flatMap((one, place) => {
      const code = one.kind === 'rejected' ? one.code : one.kind === 'events' ? one.unread : undefined;
      return code === undefined ? [] : [[place, code] as const];
    });
    await this.ingestion.keepRejected(tenantId, sender, refusedResources({ ...source, topic: 'orders/updated' }, orders, unused));
    const unusable = mapped.filter(({ kind }) => kind === 'rejected').length;
    const refused = outcomes.filter(({ kind }) => kind === 'rejected').length;
    const added = outcomes.filter(({ kind }) => kind === 'accepted').length;
    return { orders: orders.length, customers, added, rejected: unusable + refused };
  }

  /** Says that the import goes on although no page arrives. */
  waitForMore(tenantId: TenantId): Promise<void> {
    return this.ingestion.continueBackfill(tenantId);
  }

  private async storeEvents(tenantId: TenantId, events: readonly unknown[], options: BatchOptions): Promise<ItemOutcome[]> {
    try {
      return await this.ingestion.batch(tenantId, events, options);
    } catch (error) {
      if (error instanceof QuotaExceeded) STORAGE_QUOTA.inc({ outcome: 'refused' });
      throw error;
    } finally {
      await this.meter.flush();
      for (const nearlyFull of this.meter.quota.takeNearlyUsed()) await this.tellOwners(nearlyFull);
    }
  }

  private async tellOwners(tenantId: TenantId): Promise<void> {
    const told = await this.database.transaction(tenantId, (db) => tellOfStorage(db, this.box, this.clock.now()));
    if (told) STORAGE_QUOTA.inc({ outcome: 'near' });
  }

  /** Reads a page of orders, of customers with the sums of their orders, or of last orders. */
  private async readPage(tenantId: TenantId, text: string, source: StorefrontSource): Promise<ReadPage> {
    const page = readJson(text) as Fields & { readonly orders?: unknown };
    const lastOrders = lastOrdersIn(page, source);
    if (lastOrders !== null) {
      const ids = lastOrders.map(({ summaryId }) => summaryId);
      const stored = await this.database.transaction(tenantId, (db) => readSummaries(db, ids));
      return { orders: [], customers: 0, mapped: summariesWithLast(lastOrders, stored, source) };
    }
    const customers = page['customers'];
    if (Array.isArray(customers)) {
      const mapped = summariesOf(customers as Fields[], String(page['ordersSince']), source);
      return { orders: [], customers: customers.length, mapped };
    }
    const orders = ordersIn(page);
    return { orders, customers: 0, mapped: orders.map((order) => mapResource('orders/updated', order, source)) };
  }

  private async sourceOf(tenantId: TenantId, { platform, shop }: ReadableShop): Promise<StorefrontSource> {
    return this.database.transaction(tenantId, async (db) => ({
      platform,
      shop,
      namespace: namespaceOf(await claimFirstShop(db, shopKeyOf({ platform, shop })), { platform, shop }),
      guestId: guestIdsWith(await pseudonymKeyOf(db, this.box)),
      now: this.clock.now(),
    }));
  }
}

interface ReadPage {
  readonly orders: readonly unknown[];
  readonly customers: number;
  readonly mapped: readonly Mapped[];
}

function ordersIn(page: { readonly orders?: unknown }): unknown[] {
  // WooCommerce returns the bare list.
  const orders = Array.isArray(page) ? (page as unknown[]) : page.orders;
  if (!Array.isArray(orders)) throw new TypeError('the page has no list of orders');
  return orders;
}
