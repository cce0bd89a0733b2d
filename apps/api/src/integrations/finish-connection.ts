import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { isSignedQuery, readQuery, readShop } from '#libs/storefront';
import { readMailedToken } from '../accounts/mailed-token.js';
import { OpenConnection } from './open-connection.js';
import { PlatformAccess } from './platform-access.js';
import { findState, type StorefrontState, useUpState } from './storefront-states.sql.js';

/** How an authorization ended; anything but `connected` is told to the dashboard as the reason. */
export type Ending = 'connected' | 'denied' | 'invalid_state' | 'invalid_hmac' | 'exchange_failed' | 'already_connected';

/** Who is led back. */
export interface Returning {
  readonly address: string | undefined;
  /** Of whom the browser is signed in as; null when as nobody. */
  readonly tenantId: TenantId | null;
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
    const token = readMailedToken(query?.get('state') ?? '');
    if (query === null || token === null) return 'invalid_state';
    const { tenantId } = token;
    // Whoever began must end it: others can be talked into connecting their shop to the tenant of somebody else.
    if (returning.tenantId !== tenantId) return 'invalid_state';
    const now = this.clock.now();
    const state = await this.database.transaction(tenantId, (db) => findState(db, token, now));
    if (state === null) return 'invalid_state';
    const ending = this.judge(query, state, now);
    // A query that nobody has signed must not end what is under way.
    if (ending === 'invalid_hmac' || ending === 'invalid_state') return ending;
    if (!(await this.database.transaction(tenantId, (db) => useUpState(db, token, now)))) return 'invalid_state';
    if (ending !== null) return ending;
    const grant = await this.access.exchange(tenantId, state, query.get('code') ?? '');
    if (grant === null) return 'exchange_failed';
    return (await this.openConnection.open(tenantId, state, grant, returning.address)) ? 'connected' : 'already_connected';
  }

  /** @returns null when the code is worth trying. */
  private judge(query: ReadonlyMap<string, string>, { platform, shop }: StorefrontState, now: Date): Ending | null {
    if (query.has('error')) return 'denied';
    if (!isSignedQuery(query, this.access.secretsOf(platform), now)) return 'invalid_hmac';
    if (readShop(query.get('shop') ?? '') !== shop) return 'invalid_state';
    return query.has('code') ? null : 'exchange_failed';
  }
}
