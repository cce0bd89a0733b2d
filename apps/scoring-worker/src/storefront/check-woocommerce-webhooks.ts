import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import {
  PlatformClient,
  type PlatformResult,
  type TopicState,
  type WooCommerceShop,
  type WooCommerceWebhook,
  wooCommerceWebhooks,
} from '#libs/storefront';
import { type LeasedConnection, noteWebhooks } from './due-connections.sql.js';
import { ShopAccess } from './shop-access.js';
import { ON, type StepOutcome } from './sync-outcome.js';

type Refusal = Extract<PlatformResult<never>, { kind: 'later' | 'unauthorized' }>;

/**
 * Makes sure that a WooCommerce shop sends us its orders. WooCommerce disables a webhook after five failures, and keeps the secret that
 * it was created with. With read-only keys the owner sets the webhooks up, and this class only checks them.
 */
@Injectable()
export class CheckWooCommerceWebhooks {
  constructor(
    private readonly database: Database,
    private readonly client: PlatformClient,
    private readonly shopAccess: ShopAccess,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async check(tenantId: TenantId, connection: LeasedConnection, shop: WooCommerceShop, keys: string): Promise<StepOutcome> {
    const listed = await this.client.woocommerce.listWebhooks(shop, keys);
    if (listed.kind === 'later' || listed.kind === 'unauthorized') return listed;
    const found = listed.kind === 'ok' ? listed.value : [];
    const secret = await this.shopAccess.webhookSecretOf(tenantId, connection);
    const topics: TopicState[] = [];
    for (const wanted of wooCommerceWebhooks(`${this.config.api.publicUrl}/api/v1`, tenantId)) {
      const there = found.find(({ topic, address }) => topic === wanted.topic && address === wanted.address);
      const ok = await this.ensureWebhook(connection, shop, keys, { ...wanted, secret, there });
      if (typeof ok !== 'boolean') return ok;
      topics.push({ topic: wanted.topic, ok });
    }
    await this.database.transaction(tenantId, (db) => noteWebhooks(db, connection, topics, this.clock.now()));
    return ON;
  }

  /** @returns true when the shop lists an active webhook for the topic */
  private async ensureWebhook(
    { webhooks_checked_at: checkedAt }: LeasedConnection,
    shop: WooCommerceShop,
    keys: string,
    wanted: { topic: string; address: string; secret: string | null; there: WooCommerceWebhook | undefined },
  ): Promise<boolean | Refusal> {
    const { secret, there } = wanted;
    const isActive = there?.isActive === true;
    // `checkedAt` is null after new keys or a new secret: the shop may still use the old secret.
    if (secret === null || (isActive && checkedAt !== null)) return isActive;
    const made = await this.client.woocommerce.putWebhook(shop, keys, there?.id ?? null, { ...wanted, secret });
    if (made.kind === 'later' || made.kind === 'unauthorized') return made;
    return made.kind === 'ok' || isActive;
  }
}
