import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { isSignedQuery, type OauthPlatform, Platforms, readQuery, shopOfQuery } from '#libs/storefront';

/** A shop that its merchant wants to connect, according to the platform. */
export type Installation =
  { readonly kind: 'shop'; readonly platform: OauthPlatform; readonly shop: string } | { readonly kind: 'invalid_hmac' };

/**
 * Verifies a visit from a platform's app list and stores nothing: the visitor may have no account yet. The shop's tenant is known only after the
 * visitor signs in and the dashboard begins the connection.
 */
@Injectable()
export class InstallStorefront {
  constructor(
    private readonly platforms: Platforms,
    private readonly clock: Clock,
  ) {}

  verify(text: string): Installation {
    const query = readQuery(text);
    const shop = query === null ? '' : shopOfQuery(query);
    const platform = this.platforms.platformOf(shop);
    const secrets = platform === null ? [] : (this.platforms.appOf(platform)?.secrets ?? []);
    if (query === null || platform === null || !isSignedQuery(platform, query, secrets, this.clock.now())) return { kind: 'invalid_hmac' };
    return { kind: 'shop', platform, shop };
  }
}
