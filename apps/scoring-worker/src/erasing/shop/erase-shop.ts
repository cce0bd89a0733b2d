import { Injectable } from '@nestjs/common';
import { Clock, type CustomerId, shopKeyOf } from '#libs/core';
import { Database, isOutage, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eraseLast, trim } from '../customer/erase-part.js';
import { runSlice } from '../../runner/jobs/run-slice.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { findShopsToErase, forgetShop, nextCustomer, type Shop, type ShopToErase, takeShop } from './erase-shop.sql.js';

interface Next {
  readonly shop: Shop;
  /** Null: none is left. */
  readonly customerId: CustomerId | null;
  /** No customer is left out. */
  readonly isAll: boolean;
}

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

  /**
   * Erases until the shop is gone, another worker has it, or the slice is used up. A failed customer does not stop the others.
   * @throws when the erasure of every remaining customer fails
   */
  work({ tenantId, connectionId }: ShopToErase): Promise<boolean> {
    const leftOut: CustomerId[] = [];
    const step = async (): Promise<boolean> => {
      let customerId = null as CustomerId | null;
      try {
        const done = await this.database.transaction(tenantId, async (db) => {
          const shop = await takeShop(db, connectionId);
          if (shop === null) return null;
          customerId = await nextCustomer(db, shop, leftOut);
          return this.erase(db, connectionId, { shop, customerId, isAll: leftOut.length === 0 });
        });
        // After the commit: the transaction may run its work twice.
        if (done === 'shop') this.log.info('shop.erased', { tenantId, connectionId });
        return done === 'rows';
      } catch (error) {
        if (customerId === null || isOutage(error)) throw error;
        leftOut.push(customerId);
        this.log.error('customer.not_erased', error, { tenantId, customerId });
        return true;
      }
    };
    return runSlice({ step, stepsAtOnce: 1 });
  }

  /** Removes some rows of the customer, or the shop when it has no more customers. @returns what was removed */
  private async erase(db: TenantDb, connectionId: string, { shop, customerId, isAll }: Next): Promise<'rows' | 'shop'> {
    if (customerId === null) {
      if (!isAll) throw new Error('customers of the shop could not be erased');
      await forgetShop(db, connectionId, shop, this.clock.now());
      return 'shop';
    }
    const erasure = { customer_id: customerId, shop: shopKeyOf(shop), before: 'infinity' };
    if (!(await trim(db, erasure, this.clock.now()))) await eraseLast(db, erasure, this.clock.now());
    return 'rows';
  }
}
