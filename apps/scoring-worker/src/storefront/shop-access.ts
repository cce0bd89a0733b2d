import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { complianceKeyOf, SecretBox } from '#libs/tenants';
import {
  type ConnectionTokens,
  type OwnApp,
  Platforms,
  type PlatformShop,
  type ReadableShop,
  readPlatformShop,
  readTokens,
  readWebhookSecret,
} from '#libs/storefront';
import type { LeasedConnection } from './due-connections.sql.js';

/** Returns the URL and the credentials of a connected shop. */
@Injectable()
export class ShopAccess {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
    private readonly box: SecretBox,
  ) {}

  /** @returns null when the operator has removed the platform's app. */
  async shopOf(tenantId: TenantId, { id, platform, shop, rest_url: restUrl }: LeasedConnection): Promise<ReadableShop | null> {
    if (platform === 'woocommerce') return { platform, shop, restUrl: restUrl ?? `https://${shop}` };
    return this.database.transaction(tenantId, (db) => readPlatformShop(db, this.box, this.platforms, id));
  }

  tokensOf(tenantId: TenantId, { id }: LeasedConnection): Promise<ConnectionTokens | null> {
    return this.database.transaction(tenantId, (db) => readTokens(db, this.box, id));
  }

  /** Returns the values in the webhook addresses of a merchant's own app; null for the operator's app. */
  async ownAppOf(tenantId: TenantId, { id }: LeasedConnection, { app }: PlatformShop): Promise<OwnApp | null> {
    if (!app.isOwn) return null;
    return { connectionId: id, complianceKey: await this.database.transaction(tenantId, (db) => complianceKeyOf(db, this.box)) };
  }

  /** @returns null on a platform that signs webhooks with the secret of the app */
  webhookSecretOf(tenantId: TenantId, { id }: LeasedConnection): Promise<string | null> {
    return this.database.transaction(tenantId, (db) => readWebhookSecret(db, this.box, id));
  }
}
