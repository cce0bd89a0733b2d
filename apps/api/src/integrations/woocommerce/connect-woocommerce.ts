import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { AppError, Clock, conflict, normaliseShop, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, SecretBox } from '#libs/database';
import type { WooCommerceConnectionDto } from '#libs/dto';
import { connectWooCommerce } from './connect-woocommerce.sql.js';

const SECRET_BYTES = 32;
const TOPICS = [
  ['order.created', 'orders'],
  ['order.updated', 'orders'],
  ['customer.created', 'customers'],
  ['customer.updated', 'customers'],
] as const;

/** Connects a shop that has no app to install: it is given a secret and addresses, which its owner enters there. */
@Injectable()
export class ConnectWooCommerce {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * The same shop again gets another secret; the one before ends.
   * @throws AppError `conflict` when another shop is connected.
   */
  async run(tenantId: TenantId, wish: string, userId: string, origin: AuditOrigin): Promise<WooCommerceConnectionDto> {
    const shop = normaliseShop(wish);
    if (shop === null) throw new AppError('validation_error', 'shop names no domain');
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      if (!(await connectWooCommerce(db, this.box, { shop, secret, userId }, now)))
        throw conflict('another shop is connected: disconnect it first');
      await recordAudit(db, { action: 'storefront.connected', ...origin, details: { platform: 'woocommerce', shop } }, now);
    });
    const base = `${this.config.api.publicUrl}/api/v1/webhooks/storefront/t/${tenantId}`;
    return { shop, status: 'pending', secret, webhooks: TOPICS.map(([topic, kind]) => ({ topic, delivery_url: `${base}/${kind}` })) };
  }
}
