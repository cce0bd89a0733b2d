import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Log } from '#libs/observability';
import { type Grant, PlatformClient, Platforms, platformShopOf } from '#libs/storefront';

/** A shop in the form that we store. */
interface NamedShop {
  readonly platform: string;
  readonly shop: string;
}

/** Exchanges authorization codes for tokens at the platforms, and revokes tokens there. */
@Injectable()
export class PlatformAccess {
  constructor(
    private readonly platforms: Platforms,
    private readonly client: PlatformClient,
    private readonly log: Log,
  ) {}

  /** Returns the secrets that a platform signs with; none when it is not configured. */
  secretsOf(platform: string): readonly string[] {
    return this.platforms.appOf(platform)?.secrets ?? [];
  }

  /** @returns null when the platform gives no tokens for the code. */
  async exchange(tenantId: TenantId, named: NamedShop, code: string): Promise<Grant | null> {
    const at = platformShopOf(this.platforms, named);
    if (at === null) return null;
    const granted = await this.client.exchange(at, code);
    if (granted.kind === 'ok') return granted.value;
    const why = 'why' in granted ? granted.why : granted.kind;
    this.log.warn('storefront.exchange_failed', { tenantId, platform: named.platform, why });
    return null;
  }

  /** @returns whether the platform has revoked the token. */
  async revoke(named: NamedShop, accessToken: string): Promise<boolean> {
    const at = platformShopOf(this.platforms, named);
    return at !== null && (await this.client.revoke(at, accessToken)).kind === 'ok';
  }
}
