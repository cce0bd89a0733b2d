import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { type AppError, Clock, conflict, invalid, LIMITS, newId, type TenantId, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import {
  type AppCredentials,
  authorizeUrl,
  type OauthPlatform,
  Platforms,
  type PlatformShop,
  platformShopOf,
  readPlatformShop,
  wantsCustomerAccess,
  WRITE_CUSTOMERS,
} from '#libs/storefront';
import { newMailedToken } from '#libs/credentials';
import { CALLBACK_PATH, publicUrlOf } from './callback-address.js';
import { findLiveConnection } from './connections.sql.js';
import { insertState, type OwnAppInput } from './storefront-states.sql.js';

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
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * @returns the page of the platform where an administrator of the shop allows the connection.
   * @throws AppError `validation_error` for a domain that cannot be a shop of the platform, `conflict` when another shop is connected, or
   * the platform is not configured.
   */
  async begin({ tenantId, userId, platform: wanted, shop: text }: ConnectInput): Promise<string> {
    const shop = this.platforms.domainOf(text, wanted === undefined ? this.platforms.available : [wanted]);
    const own = await this.ownAppIn(tenantId, shop, wanted);
    if (own !== null) {
      const { clientId, secrets } = own.app;
      return this.authorize({ tenantId, userId }, own, { clientId, secrets, graceHours: null });
    }
    return this.authorize({ tenantId, userId }, this.chooseApp(shop, wanted), null);
  }

  /**
   * Begins an authorization with an app.
   * @param ownApp the merchant's own app; null for the operator's
   * @returns the page of the platform
   * @throws AppError `conflict` when another shop is connected, or this one with an app of the other kind
   */
  async authorize(
    { tenantId, userId }: Pick<ConnectInput, 'tenantId' | 'userId'>,
    at: PlatformShop,
    ownApp: OwnAppInput | null,
  ): Promise<string> {
    const id = newId();
    const { token, hash } = newMailedToken(tenantId, id);
    const now = this.clock.now();
    const { platform, app, shop } = at;
    const wantsMore = await this.database.transaction(tenantId, async (db) => {
      await refuseSecondShop(db, at);
      const expiresAt = new Date(now.getTime() + LIMITS.storefrontStateMs);
      await insertState(db, this.box, { id, hash, userId, platform, shop, ownApp, now, expiresAt });
      return platform === 'shopify' && (await wantsCustomerAccess(db));
    });
    const asking = wantsMore ? { ...app, scopes: withWriting(app.scopes) } : app;
    return authorizeUrl({ platform, app: asking, shop }, { state: token, redirectUri: publicUrlOf(this.config, CALLBACK_PATH) });
  }

  /**
   * Returns a shop with the merchant's own app, before an authorization with it. If the shop is connected with this app, its present secrets are
   * among those of the app: the platform may still sign the callback with them.
   * @throws AppError `validation_error` for a domain that cannot be a shop of the platform, `conflict` like `authorize`
   */
  prepareOwn(tenantId: TenantId, platform: OauthPlatform, text: string, own: AppCredentials): Promise<PlatformShop> {
    const shop = this.platforms.domainOf(text, [platform]);
    const at = platformShopOf(this.platforms, { platform, shop }, own);
    if (at === null || !at.app.shopPattern.test(shop)) throw noSuchShop(shop, [platform]);
    return this.database.transaction(tenantId, async (db) => {
      await refuseSecondShop(db, at);
      const live = await findLiveConnection(db);
      const known = live === null ? null : await readPlatformShop(db, this.box, this.platforms, live.id);
      if (known?.app.clientId !== own.clientId) return at;
      return { ...at, app: { ...at.app, secrets: [...new Set([...own.secrets, ...known.app.secrets])] } };
    });
  }

  /** Returns the shop that is connected with the merchant's own app, if it is this one. */
  private ownAppIn(tenantId: TenantId, shop: string, wanted: OauthPlatform | undefined): Promise<PlatformShop | null> {
    return this.database.transaction(tenantId, async (db) => {
      const live = await findLiveConnection(db);
      if (live?.own_app !== true || live.shop !== shop || (wanted ?? live.platform) !== live.platform) return null;
      return readPlatformShop(db, this.box, this.platforms, live.id);
    });
  }

  private chooseApp(shop: string, wanted: OauthPlatform | undefined): PlatformShop {
    if (wanted !== undefined && this.platforms.appOf(wanted) === null) {
      throw conflict(`shops of the platform ${wanted} cannot be connected here: the operator has not set up its app`);
    }
    if (this.platforms.available.length === 0) {
      throw conflict('no storefront platform can be connected here: the operator has not set up an app');
    }
    const platform = wanted ?? this.platforms.platformOf(shop);
    const app = platform === null ? null : this.platforms.appOf(platform);
    if (platform === null || app === null || !app.shopPattern.test(shop))
      throw noSuchShop(shop, wanted === undefined ? this.platforms.available : [wanted]);
    return { platform, app, shop };
  }
}

const withWriting = (scopes: string): string => [...new Set([...scopes.split(','), WRITE_CUSTOMERS])].join(',');

/** @throws AppError `conflict` */
async function refuseSecondShop(db: TenantDb, { platform, shop, app }: PlatformShop): Promise<void> {
  const live = await findLiveConnection(db);
  if (live === null || (live.shop === shop && live.platform === platform && live.own_app === app.isOwn)) return;
  const how = live.own_app === app.isOwn ? '' : live.own_app ? ' with your own app' : ' without your own app';
  throw conflict(`${live.shop} is connected${how}: disconnect it first, with DELETE /integrations/storefront`);
}

const ADDRESSES: Readonly<Record<OauthPlatform, string>> = {
  generic: 'the domain of your shop, such as your-shop.example.com',
  shopify: 'the address of your shop that ends in .myshopify.com (the Shopify admin lists it under Settings, Domains)',
  shopline: 'the address of your shop that ends in .myshopline.com (the Shopline admin shows it in the address bar)',
};

function noSuchShop(shop: string, among: readonly OauthPlatform[]): AppError {
  const addresses = among.toReversed().map((platform) => ADDRESSES[platform]);
  return invalid('shop', 'invalid_shop', `shop is ${JSON.stringify(shop.slice(0, 80))}: it must be ${addresses.join('; or ')}`);
}
