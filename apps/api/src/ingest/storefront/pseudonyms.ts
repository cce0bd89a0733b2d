import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, pseudonymKeyOf, SecretBox } from '#libs/database';
import { guestIdsWith } from '#libs/storefront';
import { LRUCache } from 'lru-cache';

/** Makes the ids of customers without an account, separately for each tenant. */
@Injectable()
export class Pseudonyms {
  /** A key never changes, so the cache needs a size limit but no expiry. */
  private readonly keys = new LRUCache<TenantId, Buffer>({
    max: 5000,
    fetchMethod: (tenantId) => this.database.transaction(tenantId, (db) => pseudonymKeyOf(db, this.box)),
  });

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** @throws AppError `service_unavailable` when the tenant's key is not available. */
  async forTenant(tenantId: TenantId): Promise<(email: string) => string> {
    const key = await this.keys.fetch(tenantId);
    if (key === undefined) throw new Error('the key of pseudonyms was not fetched');
    return guestIdsWith(key);
  }
}
