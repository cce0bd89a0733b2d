import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eraseRest, trimCustomer } from '../erase-customer/erase-customer.sql.js';
import { runSlice } from '../jobs/run-slice.js';
import type { Stage } from '../runner/stage.js';
import { findShopsToErase, forgetShop, nextCustomer, type ShopToErase, takeShop } from './erase-shop.sql.js';

/** Rows of one table per transaction. */
const CHUNK = 2000;

/**
 * Erases a shop when its platform asks for it: every customer that its webhooks or its import named, and the data about the shop
 * itself. Customers that the tenant sent only in other ways stay.
 */
@Injectable()
export class EraseShop implements Stage<ShopToErase> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<ShopToErase[]> {
    return findShopsToErase(this.database);
  }

  /** Erases until the shop is gone, another worker has it, or the slice is used up. */
  work({ tenantId, connectionId }: ShopToErase): Promise<boolean> {
    const step = (): Promise<boolean> => this.database.transaction(tenantId, (db) => this.step(db, connectionId));
    return runSlice({ step, finish: async () => undefined, stepsAtOnce: 1 });
  }

  /** Removes some rows of one customer; removes the shop itself when no customer is left. @returns whether this process has more to do. */
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
