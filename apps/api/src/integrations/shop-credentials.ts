import { Injectable } from '@nestjs/common';
import type { TenantDb } from '#libs/database';
import { Platforms, type PlatformShop, readPlatformShop, readTokens } from '#libs/storefront';
import { SecretBox } from '#libs/tenants';

/** A connected shop, and the token to call it with. */
export interface ShopCredentials {
  readonly at: PlatformShop;
  readonly accessToken: string;
}

/** Reads what is needed to call a connected shop once more when its connection ends. */
@Injectable()
export class ReadShopCredentials {
  constructor(
    private readonly platforms: Platforms,
    private readonly box: SecretBox,
  ) {}

  /** @returns null for WooCommerce, without a token, when a secret cannot be opened, and when the operator has removed the app of the platform */
  async read(db: TenantDb, connectionId: string): Promise<ShopCredentials | null> {
    const tokens = await readTokens(db, this.box, connectionId).catch(() => null);
    const at = await readPlatformShop(db, this.box, this.platforms, connectionId).catch(() => null);
    return at === null || tokens === null ? null : { at, accessToken: tokens.accessToken };
  }
}
