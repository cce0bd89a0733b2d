import { Injectable } from '@nestjs/common';
import { busy, Clock, FairSlots, SECOND_MS, type StorefrontPlatform, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { complianceKeyOf, SecretBox } from '#libs/tenants';
import { findLiveConnection, findOwnAppConnection, type LiveConnection } from './live-connection.sql.js';
import { isSameText } from './same-text.js';

/** Look-ups at once for callers who have used up their calls, and how many of one caller may wait for how long. */
const SUSPECT = { slots: 4, perKey: 2, mostWaiting: 20, mostWaitMs: 2 * SECOND_MS };

/** Finds the shop that a tenant has connected. Every call reads it, so a disconnected shop is refused from its next call on. */
@Injectable()
export class ConnectedShops {
  private readonly suspect = new FairSlots({ ...SUSPECT, refuse: () => busy('the reader of shops') });

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @returns null when the tenant has no connected shop, or does not exist. */
  find(tenantId: TenantId): Promise<LiveConnection | null> {
    return this.database.transaction(tenantId, (db) => findLiveConnection(db, this.box, this.clock.now()));
  }

  /**
   * Like `find`, for a caller that has used up its calls but may still be a platform. These callers share few connections to the database.
   */
  findForSuspect(tenantId: TenantId, caller: string): Promise<LiveConnection | null> {
    return this.suspect.use(caller, () => this.find(tenantId), 1);
  }

  /**
   * Finds the connection of a merchant's own app with a shop, also an ended one.
   * @param of.key the key in the address that was called
   * @param suspect the caller if it has used up its calls; null otherwise
   * @returns null without such a connection, and for a wrong key
   */
  findOwnApp(
    tenantId: TenantId,
    of: { readonly platform: StorefrontPlatform; readonly shop: string; readonly key: string },
    suspect: string | null,
  ): Promise<LiveConnection | null> {
    const find = (): Promise<LiveConnection | null> =>
      this.database.transaction(tenantId, async (db) => {
        const connection = await findOwnAppConnection(db, this.box, of, this.clock.now());
        return connection !== null && isSameText(of.key, await complianceKeyOf(db, this.box)) ? connection : null;
      });
    return suspect === null ? find() : this.suspect.use(suspect, find, 1);
  }
}
