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
 * Sees to it that a WooCommerce shop tells us of its orders: it switches webhooks off that have failed five times, and keeps the secret
 * that they were made with. Keys that may only read leave that to the owner; what they have entered is looked at all the same.
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
      const ok = await this.put(connection, shop, keys, { ...wanted, secret, there });
      if (typeof ok !== 'boolean') return ok;
      topics.push({ topic: wanted.topic, ok });
    }
    await this.database.transaction(tenantId, (db) => noteWebhooks(db, connection, topics, this.clock.now()));
    return ON;
  }

  /** @returns whether the shop tells us of the topic, as far as can be known. */
  private async put(
    { webhooks_checked_at: checkedAt }: LeasedConnection,
    shop: WooCommerceShop,
    keys: string,
    wanted: { topic: string; address: string; secret: string | null; there: WooCommerceWebhook | undefined },
  ): Promise<boolean | Refusal> {
    const { secret, there } = wanted;
    const isActive = there?.isActive === true;
    // Never looked at since there are keys, or another secret: the shop may have another one.
    if (secret === null || (isActive && checkedAt !== null)) return isActive;
    const made = await this.client.woocommerce.putWebhook(shop, keys, there?.id ?? null, { ...wanted, secret });
    if (made.kind === 'later' || made.kind === 'unauthorized') return made;
    return made.kind === 'ok' || isActive;
  }
}
