import { Injectable } from '@nestjs/common';
import { AppError, type TenantId } from '#libs/core';
import { Log } from '#libs/observability';
import {
  type AppCredentials,
  type Grant,
  PlatformClient,
  type PlatformResult,
  Platforms,
  type PlatformShop,
  platformShopOf,
} from '#libs/storefront';
import { PlatformSlots } from './platform-slots.js';

/** A shop in the form that we store, and the merchant's own app; null for the operator's app. */
interface ShopOfApp {
  readonly platform: string;
  readonly shop: string;
  readonly ownApp: AppCredentials | null;
}

/** Exchanges authorization codes for tokens at the platforms, and revokes tokens there. */
@Injectable()
export class PlatformAccess {
  constructor(
    private readonly platforms: Platforms,
    private readonly client: PlatformClient,
    private readonly slots: PlatformSlots,
    private readonly log: Log,
  ) {}

  /** Returns the secrets that a platform signs with for the operator's app; none without one. */
  secretsOf(platform: string): readonly string[] {
    return this.platforms.appOf(platform)?.secrets ?? [];
  }

  /** @returns null when the platform gives no tokens for the code, or the tenant makes too many calls at once. */
  async exchange(tenantId: TenantId, { ownApp, ...named }: ShopOfApp, code: string): Promise<Grant | null> {
    const at = platformShopOf(this.platforms, named, ownApp);
    if (at === null) return null;
    const granted = await this.slots.use(tenantId, () => this.client.exchange(at, code)).catch(toRefusal);
    if (granted.kind === 'ok') return granted.value;
    const why = 'why' in granted ? granted.why : granted.kind;
    this.log.warn('storefront.exchange_failed', { tenantId, platform: at.platform, why });
    return null;
  }

  /** Asks for a token with the credentials of the app alone. A platform that does not answer refuses. */
  grantByCredentials(tenantId: TenantId, at: PlatformShop): Promise<PlatformResult<Grant>> {
    return this.slots.use(tenantId, () => this.client.grantByCredentials(at)).catch(toRefusal);
  }

  /** @returns whether the platform has revoked the token. */
  async revoke(tenantId: TenantId, at: PlatformShop, accessToken: string): Promise<boolean> {
    return (await this.slots.use(tenantId, () => this.client.revoke(at, accessToken)).catch(toRefusal)).kind === 'ok';
  }
}

/**
 * Turns a busy service into a refusal. These routes have no caller that reads a JSON error: a person returns to a page, or the connection has ended.
 */
function toRefusal(error: unknown): { kind: 'refused'; why: string } {
  if (error instanceof AppError && error.code === 'service_unavailable') return { kind: 'refused', why: 'busy' };
  throw error;
}
