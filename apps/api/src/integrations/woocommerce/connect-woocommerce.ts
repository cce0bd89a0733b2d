import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { AppError, shopOf, type TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import type { WooCommerceConnectionDto } from './woocommerce.dto.js';
import type { AccountCaller } from '#libs/guards';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { wooCommerceWebhooks } from '#libs/storefront';
import { TryKeys } from './try-keys.js';
import { type NewConnection, WooCommerceConnections } from './woocommerce-connections.js';

const SECRET_BYTES = 32;

/** The owner's input. */
interface ConnectionInput extends Omit<NewConnection, 'shop' | 'restUrl' | 'secret'> {
  readonly address: string;
}

/** Connects a shop that has no app to install. We set the secret and the webhook addresses with the shop's keys, or the owner enters them. */
@Injectable()
export class ConnectWooCommerce {
  constructor(
    private readonly tryKeys: TryKeys,
    private readonly connections: WooCommerceConnections,
    private readonly publisher: JobPublisher,
    private readonly config: Config,
  ) {}

  /**
   * Connecting the same shop again gives it a new secret. The previous secret stays valid for the time in the input.
   * @throws AppError `conflict` when another shop is connected, `validation_error` for keys that the shop does not accept.
   */
  async connect(caller: AccountCaller, input: ConnectionInput, origin: AuditOrigin, cause: JobOrigin): Promise<WooCommerceConnectionDto> {
    const shop = shopOf('woocommerce', input.address);
    if (shop === null) throw new AppError('validation_error', 'shop names no domain');
    const restUrl = await this.restUrlOf(caller.tenantId, shop, input);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { status } = await this.connections.connect(caller, { ...input, shop, restUrl, secret }, origin);
    this.publisher.wakeStorefront(caller.tenantId, cause);
    const webhooks = wooCommerceWebhooks(`${this.config.api.publicUrl}/api/v1`, caller.tenantId);
    return { shop, status, secret, webhooks: webhooks.map(({ topic, address }) => ({ topic, delivery_url: address })) };
  }

  private async restUrlOf(tenantId: TenantId, shop: string, { address, keys }: ConnectionInput): Promise<string | null> {
    const read = this.tryKeys.read(address);
    if (keys !== null) return this.tryKeys.findAddress(tenantId, { address: read, shop, keys });
    return read.kind === 'allowed' ? read.restUrl : null;
  }
}
