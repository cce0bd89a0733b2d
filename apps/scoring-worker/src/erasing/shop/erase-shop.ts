import { Injectable } from '@nestjs/common';
import { Clock, shopKeyOf } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eraseLast, trim } from '../customer/erase-part.js';
import { runSlice } from '../../runner/jobs/run-slice.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { findShopsToErase, forgetShop, nextCustomer, type ShopToErase, takeShop } from './erase-shop.sql.js';

/**
 * Erases a shop when its platform asks for it: every customer that its webhooks or its import named, and the data about the shop itself. If the
 * tenant also sent a customer in other ways, only the data from the shop is erased.
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

  leaseOf({ tenantId, connectionId }: ShopToErase): Leased {
    return { tenantId, kind: 'erasure', subject: connectionId };
  }

  /** Erases until the shop is gone, another worker has it, or the slice is used up. */
  work({ tenantId, connectionId }: ShopToErase): Promise<boolean> {
    const step = async (): Promise<boolean> => {
      const done = await this.database.transaction(tenantId, (db) => this.step(db, connectionId));
      // After the commit: the transaction may run its work twice.
      if (done === 'shop') this.log.info('shop.erased', { tenantId, connectionId });
      return done === 'rows';
    };
    return runSlice({ step, stepsAtOnce: 1 });
  }

  /** Removes some rows of one customer, or the shop when it has no more customers. @returns what was removed; null: another worker has the shop */
  private async step(db: TenantDb, connectionId: string): Promise<'rows' | 'shop' | null> {
    const shop = await takeShop(db, connectionId);
    if (shop === null) return null;
    const customerId = await nextCustomer(db, shop);
    if (customerId === null) {
      await forgetShop(db, connectionId, shop, this.clock.now());
      return 'shop';
    }
    const erasure = { customer_id: customerId, shop: shopKeyOf(shop), before: 'infinity' };
    if (!(await trim(db, erasure, this.clock.now()))) await eraseLast(db, erasure, this.clock.now());
    return 'rows';
  }
}
