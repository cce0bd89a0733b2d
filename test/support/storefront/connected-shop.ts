import { STOREFRONT_APPS } from './storefront-apps.js';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import request, { type Test } from 'supertest';
import type { ChurnSystem } from '../servers/churn-system.js';
import type { Shop } from '../shop/shop.js';

export type Platform = 'generic' | 'shopify' | 'shopline' | 'woocommerce';

export const hmac = (secret: string, body: string | Buffer, encoding: 'base64' | 'hex' = 'base64'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

/** A shop of a tenant at a storefront platform, as the platform sees the service: it posts what it has signed. */
export class ConnectedShop {
  private constructor(
    private readonly system: ChurnSystem,
    readonly merchant: Shop,
    readonly platform: Platform,
    /** Its domain. */
    readonly domain: string,
  ) {}

  /** Connects a shop as the end of an authorization does. */
  static async connect(
    system: ChurnSystem,
    platform: Platform = 'generic',
    merchant?: Shop,
    domain = `${randomUUID()}.shops.example`,
  ): Promise<ConnectedShop> {
    const shop = new ConnectedShop(system, merchant ?? (await system.shop()), platform, domain);
    await system.owner.query(
      `INSERT INTO storefront_connections (tenant_id, id, platform, shop, shop_hash, status, created_at, connected_at)
       VALUES ($1, $2, $3, $4, $5, 'connected', now(), now())`,
      [shop.merchant.tenantId, randomUUID(), platform, shop.domain, createHash('sha256').update(shop.domain).digest()],
    );
    return shop;
  }

  get secret(): string {
    const secrets = { generic: 'STOREFRONT_APP_SECRET', shopify: 'SHOPIFY_APP_SECRET', shopline: 'SHOPLINE_APP_SECRET', woocommerce: '' };
    return (STOREFRONT_APPS as Record<string, string>)[secrets[this.platform]] ?? '';
  }

  path(kind: 'orders' | 'customers', tenantId = this.merchant.tenantId): string {
    return `/webhooks/storefront/t/${tenantId}/${kind}`;
  }

  /** Exactly these bytes with exactly these headers. */
  send(path: string, body: string | Buffer, headers: Record<string, string>): Test {
    return request(this.system.api.url)
      .post(path)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(body as string);
  }

  /** A webhook as the platform sends it. */
  webhook(topic: string, resource: unknown, headers: Record<string, string> = {}): Test {
    const body = typeof resource === 'string' ? resource : JSON.stringify(resource);
    const kind = topic.startsWith('customer') ? 'customers' : 'orders';
    return this.send(this.path(kind), body, { ...this.headers(topic), 'X-Storefront-Hmac-SHA256': hmac(this.secret, body), ...headers });
  }

  headers(topic: string): Record<string, string> {
    return { 'X-Storefront-Topic': topic, 'X-Storefront-Shop-Domain': this.domain };
  }
}
