import { Injectable } from '@nestjs/common';
import { Clock, type TenantId, type UserId } from '#libs/core';
import { Database } from '#libs/database';
import { isOfShopline, isSignedQuery, type PlatformQuery, readQuery, shopOfQuery } from '#libs/storefront';
import { readMailedToken } from '../accounts/mailed-token/mailed-token.js';
import { type Answered, OpenConnection } from './open-connection.js';
import { PlatformAccess } from './platform-access.js';
import { findState, findStateOfShop, type StorefrontState, useUpState } from './storefront-states.sql.js';

/** How an authorization ended; anything but `connected` is told to the dashboard as the reason. */
export type Ending = 'connected' | 'denied' | 'invalid_state' | 'invalid_hmac' | 'exchange_failed' | 'already_connected';

/** Who is led back. */
export interface Returning extends Answered {
  /** Whom the browser is signed in as; null when as nobody. */
  readonly signedIn: { readonly tenantId: TenantId; readonly userId: UserId } | null;
}

/** Ends what `ConnectStorefront` has begun: checks that the platform says so, and to whom, and trades the code for tokens. */
@Injectable()
export class FinishConnection {
  constructor(
    private readonly database: Database,
    private readonly access: PlatformAccess,
    private readonly openConnection: OpenConnection,
    private readonly clock: Clock,
  ) {}

  /** @param text the query as it came. */
  async finish(text: string, returning: Returning): Promise<Ending> {
    const query = readQuery(text);
    // Whoever began must end it: others can be talked into connecting their shop to the tenant of somebody else.
    const { signedIn } = returning;
    if (query === null || signedIn === null) return 'invalid_state';
    const { tenantId } = signedIn;
    const now = this.clock.now();
    const state = await this.findBegun(query, signedIn, now);
    if (state === null) return 'invalid_state';
    const ending = this.judge(query, state, now);
    // A query that nobody has signed must not end what is under way.
    if (ending === 'invalid_hmac' || ending === 'invalid_state') return ending;
    if (!(await this.database.transaction(tenantId, (db) => useUpState(db, state, now)))) return 'invalid_state';
    if (ending !== null) return ending;
    const grant = await this.access.exchange(tenantId, state, query.get('code') ?? '');
    if (grant === null) return 'exchange_failed';
    return (await this.openConnection.open(tenantId, state, grant, returning)) ? 'connected' : 'already_connected';
  }

  private async findBegun(query: PlatformQuery, { tenantId, userId }: NonNullable<Returning['signedIn']>, now: Date) {
    if (isOfShopline(query)) {
      const begun = { userId, platform: 'shopline', shop: shopOfQuery(query) } as const;
      return this.database.transaction(tenantId, (db) => findStateOfShop(db, begun, now));
    }
    const token = readMailedToken(query.get('state') ?? '');
    if (token === null || token.tenantId !== tenantId) return null;
    return this.database.transaction(tenantId, (db) => findState(db, token, now));
  }

  /** @returns null when the code is worth trying. */
  private judge(query: PlatformQuery, { platform, shop }: StorefrontState, now: Date): Ending | null {
    // A state is a secret of whoever was led away; the name of a shop is none, and needs the signature for a no as well.
    if (query.has('error') && !isOfShopline(query)) return 'denied';
    if (!isSignedQuery(platform, query, this.access.secretsOf(platform), now)) return 'invalid_hmac';
    if (query.has('error')) return 'denied';
    if (shopOfQuery(query) !== shop) return 'invalid_state';
    return query.has('code') ? null : 'exchange_failed';
  }
}
