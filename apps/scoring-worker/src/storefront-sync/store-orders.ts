import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, pseudonymKeyOf, SecretBox, UsageMeter } from '#libs/database';
import { type BatchOptions, Ingestion } from '#libs/ingestion';
import { currentOrigin } from '#libs/observability';
import { guestIdsWith, mapResource, type ReadableShop, readJson, type StorefrontSource } from '#libs/storefront';

/** What became of a page of orders. */
export interface StoredOrders {
  readonly orders: number;
  /** Events that were not known. */
  readonly news: number;
  /** Orders and events that nothing can be made of. */
  readonly rejected: number;
}

export type PageOptions = Required<Pick<BatchOptions, 'backfill' | 'guard'>>;

/** Gives a page of orders to ingestion as the webhooks would, under the same event ids: what is known already counts no second time. */
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
   * @param text the page as it came.
   * @throws SyntaxError or TypeError for what is no page of orders.
   */
  async store(tenantId: TenantId, shop: ReadableShop, text: string, { backfill, guard }: PageOptions): Promise<StoredOrders> {
    const source = await this.sourceOf(tenantId, shop);
    const orders = ordersIn(text);
    const mapped = orders.map((order) => mapResource('orders/updated', order, source));
    const events = mapped.flatMap((one) => (one.kind === 'events' ? one.events : []));
    const outcomes =
      events.length === 0 ? [] : await this.ingestion.batch(tenantId, events, { backfill, dryRun: false, guard, origin: currentOrigin() });
    await this.meter.flush();
    const unusable = mapped.filter(({ kind }) => kind === 'rejected').length;
    const refused = outcomes.filter(({ kind }) => kind === 'rejected').length;
    return { orders: orders.length, news: outcomes.filter(({ kind }) => kind === 'accepted').length, rejected: unusable + refused };
  }

  private async sourceOf(tenantId: TenantId, { platform, shop }: ReadableShop): Promise<StorefrontSource> {
    const key = await this.database.transaction(tenantId, (db) => pseudonymKeyOf(db, this.box));
    return { platform, shop, guestId: guestIdsWith(key), now: this.clock.now() };
  }
}

function ordersIn(text: string): unknown[] {
  const page = readJson(text) as { orders?: unknown };
  // WooCommerce has nothing around it.
  const orders = Array.isArray(page) ? (page as unknown[]) : page.orders;
  if (!Array.isArray(orders)) throw new TypeError('there is no list of orders');
  return orders;
}
