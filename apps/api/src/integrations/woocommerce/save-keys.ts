import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { TryKeys, type WooCommerceKeys } from './try-keys.js';
import { WooCommerceConnections } from './woocommerce-connections.js';

/** Adds or replaces the keys of a connected shop. Its secret stays. */
@Injectable()
export class SaveKeys {
  constructor(
    private readonly tryKeys: TryKeys,
    private readonly connections: WooCommerceConnections,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `not_found` without a WooCommerce shop, `validation_error` for keys that the shop does not accept. */
  async save(tenantId: TenantId, keys: WooCommerceKeys, userId: string, origin: AuditOrigin, cause: JobOrigin): Promise<void> {
    const { rest_url: known, shop } = await this.connections.find(tenantId);
    const restUrl = await this.tryKeys.findAddress(this.tryKeys.read(known ?? shop), shop, keys);
    await this.connections.saveKeys(tenantId, { shop, restUrl, keys, userId }, origin);
    this.publisher.wakeStorefront(tenantId, cause);
  }
}
