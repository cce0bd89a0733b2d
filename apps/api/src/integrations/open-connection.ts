import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit, SecretBox } from '#libs/tenants';
import { isOwner, type TokenSubject } from '#libs/guards';
import { Log } from '#libs/observability';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { followCustomerAccess, forgetEndedApps, type Grant, keepOwnApp, keepTokens } from '#libs/storefront';
import { type Obstacle, openConnection } from './connections.sql.js';
import type { OwnAppInput, StorefrontState } from './storefront-states.sql.js';

/** The request that finishes an authorization. */
export interface Answered {
  readonly address: string | undefined;
  readonly cause: JobOrigin;
}

/** An authorization that is to be finished. */
type Begun = Omit<StorefrontState, 'id'>;

/** Stores the tokens that a platform granted, and lets the workers begin. */
@Injectable()
export class OpenConnection {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @returns null when the shop is connected, else the obstacle. The platform may have taken long, so the person is checked again. */
  async open(signedIn: TokenSubject, state: Begun, grant: Grant, { address, cause }: Answered): Promise<Obstacle | null> {
    const { platform } = state;
    const { tenantId } = signedIn;
    try {
      await this.storeConnection(signedIn, state, grant, address);
    } catch (error) {
      if (!(error instanceof ObstacleError)) throw error;
      this.log.warn('storefront.not_connected', { tenantId, platform, why: error.obstacle });
      return error.obstacle;
    }
    this.log.info('storefront.connected', { tenantId, platform });
    this.publisher.wakeStorefront(tenantId, cause);
    return null;
  }

  private async storeConnection(signedIn: TokenSubject, state: Begun, grant: Grant, address: string | undefined): Promise<void> {
    const now = this.clock.now();
    const { platform, shop, user_id: userId, ownApp } = state;
    await this.database.transaction(signedIn.tenantId, async (db) => {
      await db.lockTenant();
      if (!(await isOwner(db, signedIn, now))) throw new ObstacleError('no_owner_any_more');
      const opened = await openConnection(db, { platform, shop, userId, scopes: grant.scopes, ownApp: ownApp !== null }, now);
      if (typeof opened === 'string') throw new ObstacleError(opened);
      await forgetEndedApps(db, { platform, shop });
      if (ownApp !== null) await keepOwnApp(db, this.box, { connectionId: opened.id, ...keptOf(ownApp, now) });
      await keepTokens(db, this.box, { connectionId: opened.id, grant, replaces: null }, now);
      if (platform === 'shopify') await followCustomerAccess(db, grant.scopes, now);
      await recordAudit(db, { action: 'storefront.connected', actor: { kind: 'user', userId }, address, details: { platform, shop } }, now);
    });
  }
}

const keptOf = ({ clientId, secrets: [secret = ''], graceHours }: OwnAppInput, now: Date) => ({
  clientId,
  secret,
  isFromStore: graceHours === null,
  formerUntil: graceHours === null || graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS),
});

/** Rolls the transaction back. */
class ObstacleError extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle);
  }
}
