import { Injectable } from '@nestjs/common';
import type { AuditOrigin } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
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
  async save(caller: AccountCaller, keys: WooCommerceKeys, origin: AuditOrigin, cause: JobOrigin): Promise<void> {
    const { rest_url: known, shop } = await this.connections.find(caller.tenantId);
    const restUrl = await this.tryKeys.findAddress(caller.tenantId, { address: this.tryKeys.read(known ?? shop), shop, keys });
    await this.connections.saveKeys(caller, { shop, restUrl, keys }, origin);
    this.publisher.wakeStorefront(caller.tenantId, cause);
  }
}
