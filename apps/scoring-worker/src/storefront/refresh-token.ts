import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { Log } from '#libs/observability';
import { type ConnectionTokens, keepTokens, PairReplacedError, PlatformClient, type PlatformShop, readTokens } from '#libs/storefront';
import type { LeasedConnection } from './due-connections.sql.js';
import { ON, type StepOutcome, toOutcome } from './sync-outcome.js';

/**
 * Exchanges the refresh token, which works only once, for a new pair. Only the worker with the lease of the connection does this. It stores the pair
 * even if it has lost the lease, because the platform accepts no other pair any more.
 */
@Injectable()
export class RefreshToken {
  constructor(
    private readonly database: Database,
    private readonly client: PlatformClient,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async refresh(tenantId: TenantId, connection: LeasedConnection, shop: PlatformShop, tokens: ConnectionTokens): Promise<StepOutcome> {
    const granted = await this.client.refresh(shop, tokens.refreshToken);
    if (granted.kind === 'invalid_grant') return this.afterRefusal(tenantId, connection, tokens);
    if (granted.kind !== 'ok') return toOutcome(granted);
    try {
      const pair = { connectionId: connection.id, grant: granted.value, replaces: tokens.pairId };
      await this.database.transaction(tenantId, (db) => keepTokens(db, this.box, pair, this.clock.now()));
      this.log.info('storefront.token_refreshed', { tenantId, connectionId: connection.id });
    } catch (error) {
      // The shop was connected again in the meantime. Only the newer token pair is valid.
      if (!(error instanceof PairReplacedError)) throw error;
    }
    return ON;
  }

  /** A worker that froze may have exchanged the same token after its lease ended. Then there is a newer pair. */
  private async afterRefusal(tenantId: TenantId, { id }: LeasedConnection, used: ConnectionTokens): Promise<StepOutcome> {
    const there = await this.database.transaction(tenantId, (db) => readTokens(db, this.box, id));
    return there !== null && there.pairId !== used.pairId ? ON : { kind: 'unauthorized' };
  }
}
