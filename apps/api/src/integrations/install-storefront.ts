import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { isSignedQuery, type OauthPlatform, Platforms, readQuery, shopOfQuery } from '#libs/storefront';

/** A shop whose merchant wants to connect, as its platform has said. */
export type Installation =
  { readonly kind: 'shop'; readonly platform: OauthPlatform; readonly shop: string } | { readonly kind: 'invalid_hmac' };

/**
 * Judges a visit from a platform's list of apps. Nothing is kept of it: who comes may have no account yet, and which tenant the shop is to
 * belong to is known only when they have signed in and the dashboard begins the connection.
 */
@Injectable()
export class InstallStorefront {
  constructor(
    private readonly platforms: Platforms,
    private readonly clock: Clock,
  ) {}

  judge(text: string): Installation {
    const query = readQuery(text);
    const shop = query === null ? '' : shopOfQuery(query);
    const platform = this.platforms.platformOf(shop);
    const secrets = platform === null ? [] : (this.platforms.appOf(platform)?.secrets ?? []);
    if (query === null || platform === null || !isSignedQuery(platform, query, secrets, this.clock.now())) return { kind: 'invalid_hmac' };
    return { kind: 'shop', platform, shop };
  }
}
