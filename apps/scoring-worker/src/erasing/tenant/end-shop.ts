import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { Log } from '#libs/observability';
import { endConnection, PlatformClient, Platforms, type PlatformShop, readPlatformShop, readTokens } from '#libs/storefront';
import { liveConnection } from './delete-tenant.sql.js';

/** A shop that was connected, and the token that the platform has to revoke. */
interface EndedShop {
  readonly platform: string;
  /** Null when the operator has removed the app of the platform. */
  readonly at: PlatformShop | null;
  readonly accessToken: string | null;
}

/** Ends the storefront connection of a tenant that is being deleted. */
@Injectable()
export class EndShop {
  constructor(
    private readonly box: SecretBox,
    private readonly platforms: Platforms,
    private readonly client: PlatformClient,
    private readonly log: Log,
  ) {}

  /** Ends the connection on our side. @returns null when there is none */
  async end(db: TenantDb, now: Date): Promise<EndedShop | null> {
    const id = await liveConnection(db);
    if (id === null) return null;
    const tokens = await readTokens(db, this.box, id).catch(() => null);
    const at = await readPlatformShop(db, this.box, this.platforms, id).catch(() => null);
    const ended = await endConnection(db, id, { now, reportedAt: null });
    return ended && { platform: ended.platform, at, accessToken: tokens?.accessToken ?? null };
  }

  /** Asks the platform to delete its side. When it cannot be reached, we refuse its webhooks until it stops sending them. */
  async revoke(tenantId: TenantId, { platform, at, accessToken }: EndedShop): Promise<void> {
    const revoked = at !== null && accessToken !== null && (await this.client.revoke(at, accessToken)).kind === 'ok';
    this.log.info('storefront.disconnected', { tenantId, platform, revoked });
  }
}
