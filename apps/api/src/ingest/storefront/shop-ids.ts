import { Injectable } from '@nestjs/common';
import { shopKeyOf, type StorefrontPlatform, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { claimFirstShop, guestIdsWith, namespaceOf, type StorefrontSource } from '#libs/storefront';
import { PseudonymKeys } from '../pseudonym-keys.js';

/** Makes the ids of the customers and orders of shops, separately for each tenant. */
@Injectable()
export class ShopIds {
  constructor(
    private readonly database: Database,
    private readonly pseudonymKeys: PseudonymKeys,
  ) {}

  /**
   * Returns the namespace and the guest ids of a shop. The first shop that asks becomes the first one of its tenant.
   * @param of `shop` is '' when the request names no shop
   * @throws AppError `service_unavailable` when the tenant's key is not available
   */
  async forShop(
    tenantId: TenantId,
    of: { readonly platform: StorefrontPlatform; readonly shop: string },
  ): Promise<Pick<StorefrontSource, 'namespace' | 'guestId'>> {
    return { namespace: await this.namespaceFor(tenantId, of), guestId: await this.guestIdsOf(tenantId) };
  }

  /** Returns what makes the id of a customer without an account from the e-mail address, without the namespace of the shop. */
  async guestIdsOf(tenantId: TenantId): Promise<(email: string) => string> {
    return guestIdsWith(await this.pseudonymKeys.keyOf(tenantId));
  }

  private async namespaceFor(tenantId: TenantId, of: { readonly platform: StorefrontPlatform; readonly shop: string }): Promise<string> {
    if (of.shop === '') return '';
    return namespaceOf(await this.database.transaction(tenantId, (db) => claimFirstShop(db, shopKeyOf(of))), of);
  }
}
