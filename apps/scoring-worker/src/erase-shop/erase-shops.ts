import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eraseRest, trimCustomer } from '../erase-customer/erase-customer.sql.js';
import { findShopsToErase, forgetShop, nextCustomer, type ShopToErase, takeShop } from './erase-shop.sql.js';

/** Rows of one table in one transaction. */
const CHUNK = 2000;
/** After this other shops have a turn; the sweep comes back. */
const SLICE_MS = 5000;

/**
 * Erases what a shop has told, because its platform asks for it: every customer of whom a webhook or the import has spoken, and what is
 * known of the shop itself. Customers whom the tenant has sent by other ways alone stay.
 */
@Injectable()
export class EraseShops {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  open(): Promise<ShopToErase[]> {
    return findShopsToErase(this.database);
  }

  /** Erases for some seconds; a crash costs one transaction. @returns whether there is more to do for us. */
  async erase({ tenantId, connectionId }: ShopToErase): Promise<boolean> {
    const until = performance.now() + SLICE_MS;
    while (await this.database.transaction(tenantId, (db) => this.step(db, connectionId))) if (performance.now() > until) return true;
    return false;
  }

  /** @returns whether there is more to do for us. */
  private async step(db: TenantDb, connectionId: string): Promise<boolean> {
    const shop = await takeShop(db, connectionId);
    if (shop === null) return false;
    const customerId = await nextCustomer(db, shop);
    if (customerId === null) {
      await forgetShop(db, connectionId, shop, this.clock.now());
      this.log.info('shop.erased', { tenantId: db.tenantId, connectionId });
      return false;
    }
    if ((await trimCustomer(db, customerId, CHUNK)) === 0) await eraseRest(db, customerId, this.clock.now());
    return true;
  }
}
