import { Injectable } from '@nestjs/common';
import { shopKeyOf, type StorefrontPlatform, type TenantId } from '#libs/core';
import { Database, pseudonymKeyOf, SecretBox } from '#libs/database';
import { claimFirstShop, guestIdsWith, namespaceOf, type StorefrontSource } from '#libs/storefront';
import { LRUCache } from 'lru-cache';

/** Makes the ids of the customers and orders of shops, separately for each tenant. */
@Injectable()
export class ShopIds {
  /** Neither the key of a tenant nor its first shop ever changes, so the caches need a size limit but no expiry. */
  private readonly keys = new LRUCache<TenantId, Buffer>({
    max: 5000,
    fetchMethod: (tenantId) => this.database.transaction(tenantId, (db) => pseudonymKeyOf(db, this.box)),
  });
  private readonly firstShops = new LRUCache<TenantId, string>({ max: 5000 });

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns what the ids of a shop are made with. The first shop that asks becomes the first one of its tenant.
   * @param of `shop` is '' when nobody names it.
   * @throws AppError `service_unavailable` when the tenant's key is not available.
   */
  async forShop(
    tenantId: TenantId,
    of: { readonly platform: StorefrontPlatform; readonly shop: string },
  ): Promise<Pick<StorefrontSource, 'namespace' | 'guestId'>> {
    return { namespace: await this.namespaceFor(tenantId, of), guestId: await this.guestIdsOf(tenantId) };
  }

  /** Returns what makes the id of a customer without an account from the e-mail address, without the namespace of the shop. */
  async guestIdsOf(tenantId: TenantId): Promise<(email: string) => string> {
    const key = await this.keys.fetch(tenantId);
    if (key === undefined) throw new Error('the key of pseudonyms was not fetched');
    return guestIdsWith(key);
  }

  private async namespaceFor(tenantId: TenantId, of: { readonly platform: StorefrontPlatform; readonly shop: string }): Promise<string> {
    if (of.shop === '') return '';
    const first = this.firstShops.get(tenantId) ?? (await this.database.transaction(tenantId, (db) => claimFirstShop(db, shopKeyOf(of))));
    this.firstShops.set(tenantId, first);
    return namespaceOf(first, of);
  }
}
