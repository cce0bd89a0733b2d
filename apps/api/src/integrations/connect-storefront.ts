import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { type AppError, Clock, conflict, invalid, LIMITS, newId, type TenantId, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import {
  authorizeUrl,
  type OauthPlatform,
  type PlatformApp,
  Platforms,
  readShop,
  wantsCustomerAccess,
  WRITE_CUSTOMERS,
} from '#libs/storefront';
import { newMailedToken } from '#libs/credentials';
import { CALLBACK_PATH, publicUrlOf } from './callback-address.js';
import { findLiveConnection } from './connections.sql.js';
import { insertState } from './storefront-states.sql.js';

/** A user and the shop that they want to connect. */
export interface ConnectInput {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly shop: string;
  readonly platform?: OauthPlatform | undefined;
}

/** Begins the connection with a shop. The owner then allows it on a page of the platform, which leads back to the callback. */
@Injectable()
export class ConnectStorefront {
  constructor(
    private readonly database: Database,
    private readonly platforms: Platforms,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * @returns the page of the platform where an administrator of the shop allows the connection.
   * @throws AppError `validation_error` for a domain that cannot be a shop of the platform, `conflict` when another shop is connected, or
   * the platform is not configured.
   */
  async begin({ tenantId, userId, platform: wanted, shop: text }: ConnectInput): Promise<string> {
    const shop = readShop(text);
    const { platform, app } = this.chooseApp(shop, wanted);
    const id = newId();
    const { token, hash } = newMailedToken(tenantId, id);
    const now = this.clock.now();
    const wantsMore = await this.database.transaction(tenantId, async (db) => {
      await refuseSecondShop(db, platform, shop);
      const expiresAt = new Date(now.getTime() + LIMITS.storefrontStateMs);
      await insertState(db, { id, hash, userId, platform, shop, now, expiresAt });
      return platform === 'shopify' && (await wantsCustomerAccess(db));
    });
    const asking = wantsMore ? { ...app, scopes: withWriting(app.scopes) } : app;
    return authorizeUrl({ platform, app: asking, shop }, { state: token, redirectUri: publicUrlOf(this.config, CALLBACK_PATH) });
  }

  private chooseApp(shop: string, wanted: OauthPlatform | undefined): { platform: OauthPlatform; app: PlatformApp } {
    if (wanted !== undefined && this.platforms.appOf(wanted) === null) {
      throw conflict(`shops of the platform ${wanted} cannot be connected here: the operator has not set up its app`);
    }
    if (this.platforms.available.length === 0) {
      throw conflict('no storefront platform can be connected here: the operator has not set up an app');
    }
    const platform = wanted ?? this.platforms.platformOf(shop);
    const app = platform === null ? null : this.platforms.appOf(platform);
    if (platform === null || app === null || !app.shopPattern.test(shop))
      throw noSuchShop(shop, wanted ?? this.platforms.available.join(' or '));
    return { platform, app };
  }
}

const withWriting = (scopes: string): string => [...new Set([...scopes.split(','), WRITE_CUSTOMERS])].join(',');

async function refuseSecondShop(db: TenantDb, platform: string, shop: string): Promise<void> {
  const live = await findLiveConnection(db);
  if (live === null || (live.shop === shop && live.platform === platform)) return;
  throw conflict(`${live.shop} is connected: disconnect it first, with DELETE /integrations/storefront`);
}

function noSuchShop(shop: string, platforms: string): AppError {
  const example = platforms === 'shopify' ? 'your-shop.myshopify.com' : 'your-shop.example.com';
  const message = `shop is ${JSON.stringify(shop.slice(0, 80))}: it must be the domain of a shop at ${platforms}, such as ${example}`;
  return invalid('shop', 'invalid_shop', message);
}
