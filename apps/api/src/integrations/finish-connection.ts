import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { isOwner, type TokenSubject } from '#libs/guards';
import { SecretBox } from '#libs/tenants';
import { isOfShopline, isSignedQuery, type PlatformQuery, readQuery, shopOfQuery } from '#libs/storefront';
import { readMailedToken } from '#libs/credentials';
import type { Obstacle } from './connections.sql.js';
import { type Answered, OpenConnection } from './open-connection.js';
import { PlatformAccess } from './platform-access.js';
import { findState, findStateOfShop, type StorefrontState, useUpState } from './storefront-states.sql.js';

/** The outcome of an authorization. The dashboard shows every outcome except `connected` as the reason of the failure. */
export type Ending = 'connected' | 'denied' | 'invalid_state' | 'invalid_hmac' | 'exchange_failed' | 'already_connected' | 'another_shop';

const ENDINGS: Readonly<Record<Obstacle, Ending>> = {
  another_shop_is_connected: 'another_shop',
  shop_has_another_tenant: 'already_connected',
  no_owner_any_more: 'invalid_state',
};

/** The browser that returns from the platform. */
export interface Returning extends Answered {
  /** The subject of the access token; null without one. Its session may have ended. */
  readonly signedIn: TokenSubject | null;
}

/** Finishes what `ConnectStorefront` began: checks the platform's signature and the user, and exchanges the code for tokens. */
@Injectable()
export class FinishConnection {
  constructor(
    private readonly database: Database,
    private readonly access: PlatformAccess,
    private readonly openConnection: OpenConnection,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @param text the raw query string. */
  async finish(text: string, returning: Returning): Promise<Ending> {
    const query = readQuery(text);
    // The user who began must also finish. Otherwise an attacker could trick others into connecting their shop to the attacker's tenant.
    const { signedIn } = returning;
    if (query === null || signedIn === null) return 'invalid_state';
    const { tenantId } = signedIn;
    const now = this.clock.now();
    const state = await this.findBegun(query, signedIn, now);
    if (state === null) return 'invalid_state';
    const ending = this.evaluate(query, state, now);
    // An unsigned query must not end an open authorization.
    if (ending === 'invalid_hmac' || ending === 'invalid_state') return ending;
    if (!(await this.database.transaction(tenantId, (db) => useUpState(db, state, now)))) return 'invalid_state';
    if (ending !== null) return ending;
    const grant = await this.access.exchange(tenantId, state, query.get('code') ?? '');
    if (grant === null) return 'exchange_failed';
    const obstacle = await this.openConnection.open(signedIn, state, grant, returning);
    return obstacle === null ? 'connected' : ENDINGS[obstacle];
  }

  /** @returns null unless the person began it, is still signed in, and is still an owner. */
  private findBegun(query: PlatformQuery, signedIn: TokenSubject, now: Date): Promise<StorefrontState | null> {
    return this.database.transaction(signedIn.tenantId, async (db) => {
      if (!(await isOwner(db, signedIn, now))) return null;
      const state = await stateOf(db, this.box, query, signedIn, now);
      return state?.user_id === signedIn.userId ? state : null;
    });
  }

  /** @returns null when the query is valid and has a code to exchange. */
  private evaluate(query: PlatformQuery, { platform, shop, ownApp }: StorefrontState, now: Date): Ending | null {
    // A state is secret, so it proves a refusal. A shop's name is not secret, so a refusal without a state needs the signature as well.
    if (query.has('error') && !isOfShopline(query)) return 'denied';
    if (!isSignedQuery(platform, query, ownApp?.secrets ?? this.access.secretsOf(platform), now)) return 'invalid_hmac';
    if (query.has('error')) return 'denied';
    if (shopOfQuery(query) !== shop) return 'invalid_state';
    return query.has('code') ? null : 'exchange_failed';
  }
}

function stateOf(
  db: TenantDb,
  box: SecretBox,
  query: PlatformQuery,
  { tenantId, userId }: TokenSubject,
  now: Date,
): Promise<StorefrontState | null> {
  if (isOfShopline(query)) return findStateOfShop(db, box, { userId, platform: 'shopline', shop: shopOfQuery(query) }, now);
  const token = readMailedToken(query.get('state') ?? '');
  return token === null || token.tenantId !== tenantId ? Promise.resolve(null) : findState(db, box, token, now);
}
